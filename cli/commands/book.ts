// `evermark book`: the visible book of a market, sells above buys. Interface 4.3.

import type { Command } from "commander";
import { addSessionOptions, privateClient, type SessionOptions } from "../client-session.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { type Cell, table } from "../table.ts";

interface BookFlags extends SessionOptions {
  readonly levels: string;
}

export function addBook(program: Command): void {
  const command = program
    .command("book")
    .description("show the order book of a market, such as PERP_BTC_USDC")
    .argument("<symbol>")
    .option("--levels <number>", "number of levels on each side", "10");
  addSessionOptions(command).action(run);
}

async function run(symbol: string, flags: BookFlags): Promise<void> {
  const levels = levelsOf(flags.levels);
  const client = await privateClient(flags, process.env);
  const data = await client.marketData.getOrderbook({ symbol, max_level: levels });
  const sells: Cell[][] = data.asks.map(({ price, quantity }) => ["sell", price, quantity]);
  const buys: Cell[][] = data.bids.map(({ price, quantity }) => ["buy", price, quantity]);
  print({ data, lines: table(["side", "price", "quantity"], [...sells.reverse(), ...buys]) }, flags.json);
}

function levelsOf(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) {
    throw new CommandMistake(`--levels: ${JSON.stringify(text)}; expected a whole number from 1 to 999`);
  }
  return Number(text);
}
