import { expect, test } from "bun:test";
import { judgeRefusal, PromiseViolation } from "./start-outcome.ts";

const ENDED = { code: 1, signal: null };
const LINE =
  "journal segment segment-0000000000000001.log is corrupt at byte 64: its CRC fails; restore it from a copy";

test("a refusal names the place and says what to do", () => {
  expect(judgeRefusal(ENDED, { messages: [LINE] }, [])).toEqual({ name: "refused", detail: LINE });
});

test.each([
  ["a crash", { code: null, signal: "SIGSEGV" }, [LINE], [], /^it ended with SIGSEGV/],
  ["silence", ENDED, [], [], /^it refused without a word/],
  ["a stack", ENDED, ["Error: EISDIR", "    at read (disk.ts:3)"], [], /^a stack trace instead of a line/],
  ["a line about nothing", ENDED, ["something is wrong; restart it"], [], /^the refusal names no file/],
  ["a line without advice", ENDED, ["segment-0000000000000001.log is bad"], [], /^the refusal does not say what to do/],
  [
    "a refusal that tidied up",
    ENDED,
    [LINE],
    ["snapshots/a.state"],
    /^refused, but deleted or changed snapshots\/a.state/,
  ],
] as const)("%s is not a valid refusal", (_, ending, messages, gone, complaint) => {
  expect(() => judgeRefusal(ending, { messages: [...messages] }, gone)).toThrow(complaint);
  expect(() => judgeRefusal(ending, { messages: [...messages] }, gone)).toThrow(PromiseViolation);
});
