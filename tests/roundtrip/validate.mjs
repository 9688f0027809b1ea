// SPDX-License-Identifier: MIT
// Khronos' glTF-Validator over files named on standard input, one a line; answers a line of JSON
// each: the codes and pointers of its errors.
import { createInterface } from "node:readline";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/// Errors of a file, by the validator of a folder with node_modules.
export async function errorsOf(path, modules) {
    const validator = createRequire(join(modules, "package.json"))("gltf-validator");
    const options = {
        maxIssues: 0,
        externalResourceFunction: (uri) => readFile(join(dirname(path), decodeURIComponent(uri))),
    };
    const report = await validator.validateBytes(new Uint8Array(await readFile(path)), options);
    const errors = report.issues.messages.filter((message) => message.severity === 0);
    return errors.map(({ code, pointer, message }) => ({ code, pointer, message }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    for await (const path of createInterface({ input: process.stdin })) {
        console.log(JSON.stringify(await errorsOf(path, process.argv[2])));
    }
}
