// The program at a terminal of its own, with a person typing.

import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const directory = mkdtempSync(join(tmpdir(), "evermark-secret-"));
afterAll(() => rmSync(directory, { recursive: true }));

const [HOME, BACKSPACE, ENTER, CONTROL_C] = ["\x1b[H", "\x7f", "\r", "\x03"];

/** @param typed the keys typed after each question */
async function evermark(args: readonly string[], typed: readonly (readonly [question: string, keys: string])[]) {
  let shown = "";
  const left = [...typed];
  const program = Bun.spawn([process.execPath, join(import.meta.dir, "main.ts"), ...args], {
    env: { ...process.env, EVERMARK_KEYSTORE_PASSWORD: "" },
    terminal: {
      data(terminal, bytes) {
        shown += new TextDecoder().decode(bytes);
        const [next] = left;
        if (next === undefined || !shown.endsWith(next[0])) return;
        left.shift();
        terminal.write(next[1]);
      },
    },
  });
  return { code: await program.exited, shown };
}

test("a password is typed twice, corrected on the way, and never shown", async () => {
  const file = join(directory, "operator.json");
  const { code, shown } = await evermark(
    ["keystore", file],
    [
      ["Password: ", `und läx${BACKSPACE}nger${HOME}grün ${ENTER}`],
      ["Once more: ", `grün und länger${ENTER}`],
    ],
  );
  expect(shown).toMatch(/^Password: \r\nOnce more: \r\naddress {2}0x[0-9a-f]{40}\r\n/);
  expect([code, existsSync(file)]).toEqual([0, true]);
});

test("cancelling at the question leaves no file behind", async () => {
  const file = join(directory, "none.json");
  const { code, shown } = await evermark(["keystore", file], [["Password: ", `half a pass${CONTROL_C}`]]);
  expect([code, shown]).toEqual([1, "Password: \r\ngiven up\r\n"]);
  expect(existsSync(file)).toBe(false);
});
