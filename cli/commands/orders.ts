// `evermark orders`: the account's orders, newest first. Interface 4.4.

import { type Command, Option } from "commander";
import { addSessionOptions, privateClient, type SessionOptions } from "../client-session.ts";
import { print } from "../report.ts";
import { table } from "../table.ts";

const STATUSES = ["incomplete", "completed", "new", "partial_filled", "filled", "cancelled", "rejected"] as const;

interface OrdersFlags extends SessionOptions {
  readonly symbol?: string;
  readonly status?: (typeof STATUSES)[number];
  readonly size: string;
}

export function addOrders(program: Command): void {
  const command = program
    .command("orders")
    .description("list orders, newest first")
    .option("--symbol <symbol>", "only orders of this market")
    .addOption(new Option("--status <status>", "only orders with this status; incomplete means open").choices(STATUSES))
    .option("--size <number>", "maximum number of orders", "25");
  addSessionOptions(command).action(run);
}

async function run(flags: OrdersFlags): Promise<void> {
  const client = await privateClient(flags, process.env);
  const data = await client.orders.getOrders({
    size: Number(flags.size),
    ...(flags.symbol === undefined ? {} : { symbol: flags.symbol }),
    ...(flags.status === undefined ? {} : { status: flags.status.toUpperCase() as Uppercase<typeof flags.status> }),
  });
  const lines = table(
    ["order_id", "symbol", "side", "type", "price", "quantity", "executed", "status", "created"],
    data.rows.map((row) => [
      row.order_id,
      row.symbol,
      row.side,
      row.type,
      row.price,
      row.quantity,
      row.total_executed_quantity,
      row.status,
      new Date(row.created_time).toISOString(),
    ]),
  );
  print({ data, lines: [...lines, `${data.rows.length} of ${data.meta.total}`] }, flags.json);
}
