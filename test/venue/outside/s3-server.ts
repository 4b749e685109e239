// An S3 server on the loopback, in a process of its own: moto, a Python program that `npm run s3-server` installs.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Kept outside the repository, and reused. */
export const S3_ENVIRONMENT = join(import.meta.dir, "../../../node_modules", ".cache", "evermark-s3");
const PROGRAM = join(S3_ENVIRONMENT, "bin", "moto_server");

export const hasS3Server = existsSync(PROGRAM);

interface S3Server extends AsyncDisposable {
  /** The environment variables by which a program finds the server and its one bucket. */
  readonly environment: Readonly<Record<string, string>>;
  readonly bucket: string;
}

export async function startS3Server(): Promise<S3Server> {
  const child = spawn(PROGRAM, ["-H", "127.0.0.1", "-p", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  process.on("exit", () => child.kill("SIGKILL"));
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const messages: string[] = [];
    createInterface({ input: child.stderr }).on("line", (line) => {
      messages.push(line);
      const found = /Running on (http:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    ended.then(() => reject(new Error(`the S3 server has ended: ${messages.join("\n")}`)));
  });
  const bucket = "evermark";
  await fetch(`${url}/${bucket}`, { method: "PUT" });
  return {
    bucket,
    environment: {
      S3_ENDPOINT: url,
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
