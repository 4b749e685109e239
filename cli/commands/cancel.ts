// `evermark cancel`: cancels one order, those of a market, or all. Interface 4.4.

import type { Command } from "commander";
import { addSessionOptions, privateClient, type SessionOptions } from "../client-session.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

interface CancelFlags extends SessionOptions {
  readonly all?: boolean;
}

export function addCancel(program: Command): void {
  const command = program
    .command("cancel")
    .description("cancel an order, all orders of a market or, with --all, every order")
    .argument("[symbol]", "the market")
    .argument("[order_id]", "the order; without it, all orders of the market")
    .option("--all", "cancel every open order of the account");
  addSessionOptions(command).action(run);
}

async function run(symbol: string | undefined, orderId: string | undefined, flags: CancelFlags): Promise<void> {
  if ((symbol === undefined) !== (flags.all === true)) {
    throw new CommandMistake("cancel: expected a market or --all, and not both");
  }
  const client = await privateClient(flags, process.env);
  if (symbol !== undefined && orderId !== undefined) {
    const data = await client.orders.cancelOrder({ symbol, order_id: orderIdOf(orderId) });
    return print({ data, lines: [`order ${data.order_id} ${data.status}`] }, flags.json);
  }
  const data = await client.orders.cancelOrders(symbol === undefined ? {} : { symbol });
  print({ data, lines: [data.status] }, flags.json);
}

function orderIdOf(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) {
    throw new CommandMistake(`order_id: ${JSON.stringify(text)}; expected the number of an order`);
  }
  return Number(text);
}
