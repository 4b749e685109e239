import { expect, test } from "bun:test";
import { judgeRefusal, PromiseViolation } from "./start-outcome.ts";

const ENDED = { code: 1, signal: null };
const LINE =
  "journal segment segment-0000000000000001.log is corrupt at byte 64: its CRC fails; restore it from a copy";

test("a refusal names the place and says what to do", () => {
  expect(judgeRefusal(ENDED, { messages: [LINE] }, [])).toEqual({ name: "refused", detail: LINE });
});

test.each([
  ["a crash", { code: null, signal: "SIGSEGV" }, [LINE], [], /^it exited with SIGSEGV/],
  ["silence", ENDED, [], [], /^it refused to start without a message/],
  [
    "a stack",
    ENDED,
    ["Error: EISDIR", "    at read (disk.ts:3)"],
    [],
    /^it printed a stack trace instead of a message/,
  ],
  ["a line about nothing", ENDED, ["something is wrong; restart it"], [], /^the message names no file/],
  ["a line without advice", ENDED, ["segment-0000000000000001.log is bad"], [], /^the message does not say what to do/],
  [
    "a refusal that tidied up",
    ENDED,
    [LINE],
    ["snapshots/a.state"],
    /^it refused to start, but deleted or changed snapshots\/a.state/,
  ],
] as const)("%s is not a valid refusal", (_, ending, messages, gone, complaint) => {
  expect(() => judgeRefusal(ending, { messages: [...messages] }, gone)).toThrow(complaint);
  expect(() => judgeRefusal(ending, { messages: [...messages] }, gone)).toThrow(PromiseViolation);
});
