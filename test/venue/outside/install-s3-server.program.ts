// `npm run s3-server`: installs the S3 server for the tests of backups in a bucket. Needs Python 3.10 or newer.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { program } from "@evermark/cli/command-line/command-line.ts";
import { hasS3Server, S3_ENVIRONMENT } from "./s3-server.ts";

program("npm run s3-server", "Installs the server that the tests of backups in a bucket talk to.").parse();

const wanted = join(import.meta.dir, "s3-requirements.txt");
const steps = [
  ["python3", "-m", "venv", S3_ENVIRONMENT],
  [join(S3_ENVIRONMENT, "bin", "pip"), "install", "--quiet", "--disable-pip-version-check", "--requirement", wanted],
];
for (const step of hasS3Server ? [] : steps) {
  const { exitCode } = Bun.spawnSync(step, { stdout: "inherit", stderr: "inherit" });
  if (exitCode === 0) continue;
  rmSync(S3_ENVIRONMENT, { recursive: true, force: true });
  throw new Error(`${step.join(" ")} ended with ${exitCode}: it needs Python 3.10 or newer with venv and pip`);
}
