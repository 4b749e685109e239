// `evermark price`: sets the index price of a sandbox's market by hand, or releases it again. Design 9.

import type { Command } from "commander";
import { addSessionOptions, publicClient, type SessionOptions } from "../client-session.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

/** The word given instead of a price to release the market. */
const FREE = "free";

export function addPrice(program: Command): void {
  const command = program
    .command("price")
    .description("set the index price of a sandbox's market by hand, or let it follow its sources again")
    .argument("<symbol>", "the market, such as PERP_BTC_USDC")
    .argument("<price>", `in USDC, or the word ${FREE}`);
  addSessionOptions(command).action(run);
}

async function run(symbol: string, word: string, flags: SessionOptions): Promise<void> {
  const price = priceOf(word);
  await publicClient(flags, process.env).sandbox.setPrices({ prices: { [symbol]: price } });
  const line = price === null ? `${symbol} follows its sources again` : `${symbol} is at ${price} until it is set free`;
  print({ data: { symbol, price }, lines: [line] }, flags.json);
}

/** @throws {CommandMistake} */
function priceOf(word: string): string | null {
  if (word === FREE) return null;
  if (!/^\d+(\.\d+)?$/.test(word)) {
    throw new CommandMistake(`price: ${JSON.stringify(word)}; expected a price such as 61000.5, or the word ${FREE}`);
  }
  return word;
}
