import { expect, test } from "bun:test";
import type { SymbolRule } from "../asking/answers.ts";
import { afterReading } from "./rules.ts";

const row = (symbol: string, status: string) => ({ symbol, status }) as SymbolRule;

test("rules that are read again are new objects only where they changed", () => {
  const first = afterReading(new Map(), [row("PERP_BTC_USDC", "ACTIVE"), row("PERP_ETH_USDC", "ACTIVE")]);
  expect(afterReading(first, [row("PERP_BTC_USDC", "ACTIVE"), row("PERP_ETH_USDC", "ACTIVE")])).toBe(first);
  const halted = afterReading(first, [row("PERP_BTC_USDC", "ACTIVE"), row("PERP_ETH_USDC", "HALTED")]);
  expect(halted.get("PERP_BTC_USDC")).toBe(first.get("PERP_BTC_USDC")!);
  expect(halted.get("PERP_ETH_USDC")?.status).toBe("HALTED");
  expect(afterReading(first, [row("PERP_BTC_USDC", "ACTIVE")]).size).toBe(1);
});
