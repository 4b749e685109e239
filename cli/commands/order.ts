// `evermark order`: places one order. Interface 4.4.

import { type Command, Option } from "commander";
import { addSessionOptions, privateClient, type SessionOptions } from "../client-session.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { table } from "../table.ts";

const TYPES = ["limit", "market", "ioc", "fok", "post_only", "ask", "bid"] as const;
/** The order types that need a price. */
const PRICED: readonly string[] = ["limit", "ioc", "fok", "post_only"];

interface OrderFlags extends SessionOptions {
  readonly price?: string;
  readonly type?: (typeof TYPES)[number];
  readonly reduceOnly?: boolean;
  readonly clientOrderId?: string;
}

export function addOrder(program: Command): void {
  const command = program
    .command("order")
    .description("place one order; the first word names a market, such as PERP_BTC_USDC")
    .argument("<symbol>")
    .argument("<side>", "buy or sell")
    .argument("<quantity>", "in base currency")
    .option("--price <price>", "limit price, in USDC")
    .addOption(
      new Option("--type <type>", "type of the order (default: limit with a price, market without)").choices(TYPES),
    )
    .option("--reduce-only", "only reduce a position")
    .option(
      "--client-order-id <id>",
      "your own id for the order; sending the same order again returns the first answer",
    );
  addSessionOptions(command).action(run);
}

async function run(symbol: string, side: string, quantity: string, flags: OrderFlags): Promise<void> {
  const type = flags.type ?? (flags.price === undefined ? "market" : "limit");
  if (PRICED.includes(type) !== (flags.price !== undefined)) {
    throw new CommandMistake(`--price: a ${type} order ${PRICED.includes(type) ? "needs one" : "has none"}`);
  }
  const client = await privateClient(flags, process.env);
  const data = await client.orders.placeOrder({
    symbol,
    side: sideOf(side),
    order_type: type.toUpperCase() as Uppercase<typeof type>,
    order_quantity: quantity,
    ...(flags.price === undefined ? {} : { order_price: flags.price }),
    ...(flags.reduceOnly === true ? { reduce_only: true } : {}),
    ...(flags.clientOrderId === undefined ? {} : { client_order_id: flags.clientOrderId }),
  });
  const lines = table(
    ["order_id", "symbol", "status", "client_order_id"],
    [[data.order_id, data.symbol, data.status, data.client_order_id]],
  );
  print({ data, lines }, flags.json);
}

function sideOf(text: string): "BUY" | "SELL" {
  const side = text.toUpperCase();
  if (side === "BUY" || side === "SELL") return side;
  throw new CommandMistake(`side: ${JSON.stringify(text)}; expected buy or sell`);
}
