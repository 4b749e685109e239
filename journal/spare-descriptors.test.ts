import { expect, test } from "bun:test";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { isOutOfDescriptors, withSpareDescriptors } from "./spare-descriptors.ts";
import { temporaryDirectory } from "./testing/temporary-directory.ts";

const outOf = (code: string): Error => Object.assign(new Error(`${code}: too many open files`), { code });

test("segments, readers and snapshots still work in a process that has no descriptor left", async () => {
  using directory = temporaryDirectory();
  const script = join(import.meta.dir, "testing/crowded-process.ts");
  const limited = ["bash", "-c", 'ulimit -n 100 && exec "$@"', "bash", process.execPath, script, directory.path];
  const child = Bun.spawn(limited, { stdout: "pipe", stderr: "inherit" });
  expect(await new Response(child.stdout).text()).toBe("no descriptor is left\n20 appended, 20 read, 1 snapshot\n");
  expect(await child.exited).toBe(0);
});

test.each(["EMFILE", "ENFILE"])("on %s a spare descriptor is closed, and the file is opened in its place", (code) => {
  let attempts = 0;
  const opened = withSpareDescriptors(() => {
    attempts++;
    if (attempts < 3) throw outOf(code);
    return openSync("/dev/null", "r");
  });
  closeSync(opened);
  expect(attempts).toBe(3);
});

test("when no spare is left to close, the refusal is reported", () => {
  const open = () => {
    throw outOf("EMFILE");
  };
  expect(() => withSpareDescriptors(open)).toThrow("too many open files");
});

test("a failure for another reason is not tried again", () => {
  let attempts = 0;
  const open = () => {
    attempts++;
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  expect(() => withSpareDescriptors(open)).toThrow("no such file");
  expect(attempts).toBe(1);
  expect(isOutOfDescriptors(outOf("EMFILE"))).toBe(true);
});
