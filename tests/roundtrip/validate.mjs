// SPDX-License-Identifier: MIT
// Khronos' glTF-Validator over files named on standard input, one a line; answers a line of JSON
// each: the codes and pointers of its errors.
import { createInterface } from "node:readline";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";

const validator = createRequire(join(process.argv[2], "package.json"))("gltf-validator");

for await (const path of createInterface({ input: process.stdin })) {
    const options = {
        maxIssues: 0,
        externalResourceFunction: (uri) => readFile(join(dirname(path), decodeURIComponent(uri))),
    };
    const report = await validator.validateBytes(new Uint8Array(await readFile(path)), options);
    const errors = report.issues.messages.filter((message) => message.severity === 0);
    console.log(JSON.stringify(errors.map(({ code, pointer, message }) => ({ code, pointer, message }))));
}
