import { expect, test } from "bun:test";
import { keyOf, keyText } from "./shortcut.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false };

test("keys have the names that commands use", () => {
  expect(keyOf({ ...plain, key: "b" })).toBe("b");
  expect(keyOf({ ...plain, key: "B" })).toBe("b");
  expect(keyOf({ ...plain, key: "?" })).toBe("?");
  expect(keyOf({ ...plain, key: "k", ctrlKey: true })).toBe("mod+k");
  expect(keyOf({ ...plain, key: "K", metaKey: true })).toBe("mod+k");
});

test("keys that move, and those with Alt, belong to the browser", () => {
  for (const key of ["ArrowUp", "Enter", "Escape", "Tab", " ", "F5"]) expect(keyOf({ ...plain, key })).toBeUndefined();
  expect(keyOf({ ...plain, key: "b", altKey: true })).toBeUndefined();
});

test("a key is shown as it is labelled on the keyboard", () => {
  expect(keyText("b", false)).toBe("B");
  expect(keyText("mod+k", false)).toBe("Ctrl K");
  expect(keyText("mod+k", true)).toBe("⌘ K");
  expect(keyText("/", false)).toBe("/");
});
