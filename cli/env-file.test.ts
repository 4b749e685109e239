import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuseToOverwrite, writeEnvFile } from "./env-file.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-env-"));
afterAll(() => rmSync(directory, { recursive: true }));

test("credentials are readable by their owner alone", () => {
  const path = join(directory, "new.env");
  refuseToOverwrite(path, false);
  writeEnvFile(path, { EVERMARK_URL: "http://127.0.0.1:8196", EVERMARK_BROKER_ID: "evermark" }, false);
  expect(readFileSync(path, "utf8")).toBe("EVERMARK_URL=http://127.0.0.1:8196\nEVERMARK_BROKER_ID=evermark\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("existing credentials are kept, unless replacing is asked for", () => {
  const path = join(directory, "old.env");
  writeFileSync(path, "EVERMARK_API_SECRET=kept\n", { mode: 0o644 });
  expect(() => refuseToOverwrite(path, false)).toThrow(
    `${path} exists; move it away, name another with --out, or replace it with --force`,
  );
  expect(() => writeEnvFile(path, { A: "1" }, false)).toThrow("EEXIST");
  writeEnvFile(path, { A: "1" }, true);
  expect(readFileSync(path, "utf8")).toBe("A=1\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
