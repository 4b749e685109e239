import { expect, test } from "bun:test";
import { ApiError, ChainError } from "@evermark/client";
import { words } from "../texts/words.ts";
import { wordsForFailure } from "./failure-words.ts";

const texts = words.signIn.failures;
const refusal = (code: number, status = 400) => new ApiError({ status, code, message: "said" });

test("a refusal at the wallet is shown in plain words, however deeply it is nested", () => {
  const rejected = Object.assign(new Error("User rejected the request."), { code: 4001 });
  expect(wordsForFailure(rejected)).toBe(texts.rejected);
  expect(wordsForFailure(new Error("wrapped", { cause: rejected }))).toBe(texts.rejected);
  expect(wordsForFailure(new ChainError("rejected", "no"))).toBe(texts.rejected);
  expect(wordsForFailure({ code: -32_002, message: "pending" })).toBe(texts.pending);
});

test("a refusal by the venue comes with advice", () => {
  expect(wordsForFailure(refusal(9))).toBe(texts.otherAccount);
  expect(wordsForFailure(refusal(2))).toBe(texts.clock);
  expect(wordsForFailure(refusal(-1003, 429))).toBe(texts.limited);
  expect(wordsForFailure(refusal(-1234))).toBe(texts.venue("Said."));
});

test("a browser without the right kind of key is reported as such", () => {
  expect(wordsForFailure(new DOMException("Unrecognized name.", "NotSupportedError"))).toBe(texts.oldBrowser);
});

test("a wallet's message is cut to length, whatever it throws", () => {
  const long = "x".repeat(5_000);
  expect(wordsForFailure({ code: 1, message: long }).length).toBeLessThan(300);
  expect(wordsForFailure("nothing")).toBe(texts.other("nothing"));
  expect(wordsForFailure(undefined)).toBe(texts.other("undefined"));
  expect(wordsForFailure({ shortMessage: "short", message: long })).toBe(texts.other("short"));
});
