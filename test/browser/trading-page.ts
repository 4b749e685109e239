// A web page that trades, as a developer would write one: using only the client library, with the venue named in its
// address. The result of each step is shown on the page, as a list for people and as JSON for the test.

import {
  ApiError,
  Client,
  type Credentials,
  type DataOfTopic,
  generateWallet,
  importApiKey,
  type Level,
  limitPrice,
  onboard,
} from "@evermark/client";

const SYMBOL = "PERP_BTC_USDC";
/** Below the initial price of 60,000, with more places than the market's tick has. */
const WISHED_PRICE = 59_000.123456;
const QUANTITY = 0.03;
const SOLD_QUANTITY = 0.01;
const HOUR_MS = 3_600_000;
const WAIT_MS = 10_000;

type Report = DataOfTopic<"executionreport">;

/** The results of the page's steps; steps that it did not reach are missing. */
export interface PageResults {
  account: { id: string; key: string; holding: number | undefined };
  symbols: string[];
  price: string;
  order: { id: number; status: string };
  report: Pick<Report, "orderId" | "status" | "side" | "price" | "quantity">;
  book: { isLive: boolean; bid: Level | null };
  trade: DataOfTopic<`${string}@trade`>;
  fill: Pick<Report, "orderId" | "status" | "executedPrice" | "executedQuantity" | "maker">;
  bookAfterTrade: { bid: Level | null };
  cancel: Pick<Report, "orderId" | "status">;
  bookAfterCancel: { bid: Level | null };
  refusal: { status: number; code: number | null; limit: string | null };
}

async function trade(baseUrl: string): Promise<void> {
  const { client: first, credentials } = await onboard({ baseUrl, brokerId: "demo" });
  const { holding } = await first.account.getHolding();
  note("account", { id: credentials.accountId, key: credentials.key.publicKey, holding: holding[0]?.holding });
  if (holding.length === 0) return; // A page from elsewhere gets nothing from the faucet.

  const client = await comeBackLater(first, credentials);
  const { rows } = await client.marketData.getSymbols();
  note(
    "symbols",
    rows.map(({ symbol }) => symbol),
  );
  const order_price = limitPrice(rows.find(({ symbol }) => symbol === SYMBOL)!, "BUY", WISHED_PRICE);
  note("price", order_price);

  const reports: Report[] = [];
  const trades: PageResults["trade"][] = [];
  await client.streams.private.subscribe("executionreport", (report) => reports.push(report)).ready;
  await client.streams.public.subscribe(`${SYMBOL}@trade`, (match) => trades.push(match)).ready;
  const book = client.orderBook(SYMBOL);
  await book.ready;

  const buy = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_price, order_quantity: QUANTITY } as const;
  const { order_id, status } = await client.orders.placeOrder(buy);
  note("order", { id: order_id, status });
  const placed = await until(() => reports.find((report) => report.status === "NEW"));
  note("report", pick(placed, "orderId", "status", "side", "price", "quantity"));
  await until(() => book.best().bid);
  note("book", { isLive: book.isLive, bid: book.best().bid ?? null });

  await sellTo(baseUrl);
  note("trade", await until(() => trades[0]));
  const fill = await until(() => reports.find((report) => report.tradeId !== 0));
  note("fill", pick(fill, "orderId", "status", "executedPrice", "executedQuantity", "maker"));
  await until(() => (book.best().bid?.[1] === QUANTITY ? undefined : book));
  note("bookAfterTrade", { bid: book.best().bid ?? null });

  await client.orders.cancelOrder({ symbol: SYMBOL, order_id });
  note("cancel", pick(await until(() => reports.find((report) => report.status === "CANCELLED")), "orderId", "status"));
  await until(() => (book.best().bid === undefined ? book : undefined));
  note("bookAfterCancel", { bid: book.best().bid ?? null });

  note("refusal", await refused(client.orders.cancelOrder({ symbol: SYMBOL, order_id }), baseUrl));
  client.close();
}

/** The next visit: the key is read from storage, and the sandbox is an hour ahead of the browser's clock. */
async function comeBackLater(client: Client, credentials: Credentials): Promise<Client> {
  await client.sandbox.advanceClock({ advance_ms: HOUR_MS });
  client.close();
  const key = await importApiKey(credentials.key.secret);
  return new Client({ baseUrl: client.rest.baseUrl, signer: { accountId: credentials.accountId, key } });
}

/** Another trader's market sale, so that there is a trade. */
async function sellTo(baseUrl: string): Promise<void> {
  const { client } = await onboard({ baseUrl, brokerId: "demo", wallet: generateWallet() });
  await client.orders.placeOrder({
    symbol: SYMBOL,
    side: "SELL",
    order_type: "MARKET",
    order_quantity: SOLD_QUANTITY,
  });
}

/** A refusal as the library throws it, and a response header: a browser shows a page only headers that the venue exposes. */
async function refused(call: Promise<unknown>, baseUrl: string): Promise<PageResults["refusal"]> {
  const refusal = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refusal instanceof ApiError)) throw new Error("the same order was cancelled twice");
  const { headers } = await fetch(`${baseUrl}/v1/public/info`);
  return { status: refusal.status, code: refusal.code, limit: headers.get("x-ratelimit-limit") };
}

const seen: Partial<PageResults> = {};

function note<Step extends keyof PageResults>(step: Step, what: PageResults[Step]): void {
  seen[step] = what;
  const line = document.createElement("li");
  line.textContent = `${step}: ${JSON.stringify(what)}`;
  document.getElementById("steps")!.append(line);
  document.getElementById("seen")!.textContent = JSON.stringify(seen);
}

function pick<Row, Name extends keyof Row>(row: Row, ...names: readonly Name[]): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}

/** @throws {Error} when nothing was found for ten seconds */
async function until<Value>(find: () => Value | undefined): Promise<Value> {
  for (const deadlineMs = performance.now() + WAIT_MS; performance.now() < deadlineMs; ) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`waited in vain for ${find}`);
}

const outcome = document.getElementById("outcome")!;
trade(new URL(location.href).searchParams.get("venue")!).then(
  () => {
    outcome.textContent = "done";
  },
  (error: unknown) => {
    outcome.textContent = `failed: ${error instanceof Error ? error.stack : error}`;
  },
);
