import { expect, test } from "bun:test";
import { PromptCell } from "./prompt-cell.ts";

test("a typed or chosen value is shown at once, and only when it changed", () => {
  const typed = new PromptCell("1");
  const shown: string[] = [];
  const stop = typed.subscribe(() => shown.push(typed.get()));
  typed.update((text) => `${text}2`);
  typed.update((text) => text);
  stop();
  typed.update(() => "3");
  expect(shown).toEqual(["12"]);
  expect(typed.get()).toBe("3");
});
