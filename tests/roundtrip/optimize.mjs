// SPDX-License-Identifier: MIT
// gltfpack, glTF-Transform and Khronos' validator in one process: a start of glTF-Transform takes longer than its work.
//
//     node optimize.mjs FOLDER      packages are those of FOLDER/node_modules
//
// A line of standard input is a JSON array: ["gltfpack", ARGUMENT…] and ["transform", ARGUMENT…] run the command line
// of either, ["errors", FILE] validates. Each is answered by a line of JSON, {"result": …} or {"fault": TEXT}.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { errorsOf } from "./validate.mjs";

const modules = process.argv[2];
const load = (...path) => import(pathToFileURL(join(modules, "node_modules", ...path)));
// Standard output is for answers; reports of the tools are dropped.
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;

const { pack } = await load("gltfpack", "library.js");
const { program, programReady } = await load("@gltf-transform", "cli", "dist", "cli.mjs");
await programReady;

const tools = {
    gltfpack: (...words) => pack(words, { read: (path) => readFileSync(path), write: writeFileSync }),
    transform: (...words) => program.exec(words),
    errors: (path) => errorsOf(path, modules),
};

for await (const line of createInterface({ input: process.stdin })) {
    const [tool, ...words] = JSON.parse(line);
    let said;
    try {
        const result = await tools[tool](...words);
        said = { result: tool === "errors" ? result : null };
    } catch (error) {
        said = { fault: String(error?.message ?? error) };
    }
    answer(`${JSON.stringify(said)}\n`);
}
process.exit(0);
