// Polls exchanges through the package ccxt, on a separate thread: the time and memory it takes are not the venue's.

import type { CcxtAnswer, CcxtRequest } from "./ccxt-request.ts";

/** The part of ccxt that is used. */
interface Exchange {
  fetchTicker(symbol: string): Promise<Readonly<Record<string, unknown>>>;
}
type Ccxt = Readonly<Record<string, unknown>>;

declare const self: { onmessage: (event: { readonly data: CcxtRequest }) => void; postMessage(said: CcxtAnswer): void };

const exchanges = new Map<string, Promise<Exchange>>();

self.onmessage = ({ data }) => void follow(data);

/** Polls for as long as the thread lives. */
async function follow(request: CcxtRequest): Promise<void> {
  for (;;) {
    self.postMessage(await asked(request));
    await Bun.sleep(request.everyMs);
  }
}

async function asked({ id, exchange, pair, packagePath }: CcxtRequest): Promise<CcxtAnswer> {
  try {
    const known = exchanges.get(exchange) ?? opened(exchange, packagePath);
    exchanges.set(exchange, known);
    const { bid, ask, last, timestamp } = await (await known).fetchTicker(pair);
    return { id, quote: { pair, bid, ask, last, at: typeof timestamp === "number" ? timestamp : null } };
  } catch (error) {
    return { id, trouble: error instanceof Error ? error.message.slice(0, 200) : "it could not be asked" };
  }
}

async function opened(exchange: string, packagePath: string): Promise<Exchange> {
  const loaded = (await import(packagePath)) as { readonly default?: Ccxt } & Ccxt;
  const Class = (loaded.default ?? loaded)[exchange];
  if (typeof Class !== "function") throw new Error(`ccxt knows no ${exchange}`);
  return new (Class as new (terms: object) => Exchange)({ enableRateLimit: true, timeout: 5_000 });
}
