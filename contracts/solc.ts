// The compiler as a program, as other tools call one: `--version`, and `--standard-json` from standard input to standard
// output. It is the same one that makes the artifacts.

import { compileJson, compilerVersion } from "./compile.ts";

if (process.argv.includes("--version")) console.log(`Version: ${compilerVersion()}`);
else process.stdout.write(compileJson(await Bun.stdin.text()));
