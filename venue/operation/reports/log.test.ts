import { expect, test } from "bun:test";
import { createLog } from "./log.ts";

function logged(readable: boolean, write: (log: ReturnType<typeof createLog>) => void): string {
  let text = "";
  write(createLog("info", { readable, sink: { write: (line) => (text += line) } }));
  return text;
}

test("a machine reads one JSON object per line", () => {
  const text = logged(false, (log) => log.info({ segments: 3 }, "journal opened"));

  expect(JSON.parse(text)).toMatchObject({ level: "info", segments: 3, msg: "journal opened" });
});

test("a person reads a short line", () => {
  const text = logged(true, (log) => log.warn({ market: "PERP_BTC_USDC" }, "no price"));

  expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d\d\d warn {2}no price {2}market=PERP_BTC_USDC\n$/);
});

test("an error keeps its stack", () => {
  const text = logged(true, (log) => log.error(new Error("disk full"), "the journal stopped"));

  expect(text).toContain("Error: disk full");
});

test("secrets are removed, no matter what logs them", () => {
  const text = logged(false, (log) => log.info({ secret: "abc", key: { privateKey: "def" } }, "bound"));

  expect(text).not.toContain("abc");
  expect(text).not.toContain("def");
});
