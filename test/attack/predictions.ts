// Checks whether an order does what its preview predicted: every declared type, with all other options of a placement,
// in a book without hidden orders in which no other account trades.

import { orders } from "@evermark/interface/trading/orders.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { Identity } from "./attacker.ts";
import type { Answer } from "./bare-wire.ts";
import type { Schema } from "./filled-rows.ts";
import { answerTo, RequestRefused, signedAs } from "./household.ts";
import type { Target } from "./target.ts";

/**
 * A market of its own: households rest orders in another, the other attackers trade in a third, honest traders in a
 * fourth.
 */
const SYMBOL = "PERP_NEAR_USDC";
const MARK = 5;
const DEPTH = 8;
/** Prices and other traders may move in between, so only a prediction that is wrong every time counts. */
const ATTEMPTS = 3;
const TYPES = ((orders.preview.body as Schema).properties?.order_type?.enum ?? []) as readonly string[];

interface PredictionMove {
  readonly kind: string;
  readonly outcome: string;
  readonly complaint: string | undefined;
  readonly detail: string;
}

type Members = Readonly<Record<string, unknown>>;

/** One prediction at a time, because otherwise another's orders would be met as well. */
let before: Promise<unknown> = Promise.resolve();

export function predictionMove(target: Target, random: Random): Promise<PredictionMove> {
  const move = before.then(() => attempts(target, random));
  before = move.catch(() => {});
  return move;
}

async function attempts(target: Target, random: Random): Promise<PredictionMove> {
  const order = anOrder(random);
  const kind = `${String(order.order_type)} predicted`;
  try {
    const [maker, taker] = [await Identity.open(target), await Identity.open(target)];
    const book = Array.from({ length: 1 + below(random, DEPTH) }, () => resting(random));
    let found: Omit<PredictionMove, "kind"> = { outcome: "", complaint: undefined, detail: "" };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      found = await attemptOf(target, { maker, taker, book, order });
      for (const identity of [maker, taker]) await ask(target, identity, "DELETE", `/v1/orders?symbol=${SYMBOL}`);
      if (found.complaint === undefined) break;
    }
    return { kind, ...found };
  } catch (error) {
    const isTurnedAway =
      error instanceof RequestRefused || (error instanceof Error && /ApiError|AnswerLost/.test(error.name));
    if (!isTurnedAway) throw error;
    return { kind, outcome: "turned away", complaint: undefined, detail: "" };
  }
}

interface Scene {
  readonly maker: Identity;
  readonly taker: Identity;
  readonly book: readonly Members[];
  readonly order: Members;
}

async function attemptOf(target: Target, { maker, taker, book, order }: Scene): Promise<Omit<PredictionMove, "kind">> {
  for (const order of book) await ask(target, maker, "POST", "/v1/order", order);
  const predicted = await ask(target, taker, "POST", "/v1/order/preview", order);
  const placed = await ask(target, taker, "POST", "/v1/order", order);
  const id = /"order_id":(\d+)/.exec(placed.body)?.[1];
  const shown = placed.status === 200 && id ? await ask(target, taker, "GET", `/v1/order/${id}`) : undefined;
  const complaint = complaintAboutPrediction(predicted, placed, shown);
  const detail = [order, book, predicted.body, placed.body, shown?.body ?? ""]
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)).slice(0, 700))
    .join("\n  ");
  const outcome = predicted.status === 200 ? String(dataOf(predicted).would_be) : String(predicted.status);
  return { outcome, complaint, detail };
}

/** @param shown the order after it was placed; undefined when it was refused. @returns what was predicted wrongly */
export function complaintAboutPrediction(predicted: Answer, placed: Answer, shown?: Answer): string | undefined {
  if ([predicted, placed].some(({ status }) => status === 429 || status === 503)) return undefined;
  if (predicted.status >= 500) return `a preview was answered with ${predicted.status}`;
  if (predicted.status !== 200)
    return codeOf(predicted) === codeOf(placed) ? undefined : "only the preview was refused with this reason";
  const { would_be, refusal, status, executed_quantity, average_executed_price, total_fee } = dataOf(predicted);
  if (would_be === "refused") {
    return (refusal as Members).code === codeOf(placed)
      ? undefined
      : "a refusal was predicted, but the order was accepted or refused for another reason";
  }
  if (placed.status !== 200) return `predicted ${String(would_be)}, but the order was refused`;
  if (shown?.status !== 200) return undefined;
  const order = dataOf(shown);
  const average = executed_quantity === 0 ? order.average_executed_price : average_executed_price;
  const happened = { status, executed_quantity, average_executed_price: average, total_fee };
  for (const [name, value] of Object.entries(happened)) {
    if (order[name] !== value) return `${name} was predicted as ${String(value)}, but is ${String(order[name])}`;
  }
  return undefined;
}

function anOrder(random: Random): Members {
  const order_type = TYPES[below(random, TYPES.length)]!;
  const hasPrice = !["MARKET", "ASK", "BID"].includes(order_type);
  const maybe = (chance: number, members: Members): Members => (random() < chance ? members : {});
  const quantity = random() < 0.1 ? 1_000_000 : tenths(1 + below(random, 600));
  const isByAmount = !hasPrice && random() < 0.3;
  return {
    symbol: SYMBOL,
    side: random() < 0.5 ? "BUY" : "SELL",
    order_type,
    ...(isByAmount ? { order_amount: 10 + below(random, 300) } : { order_quantity: quantity }),
    ...(hasPrice && { order_price: near(random) }),
    ...maybe(0.15, { reduce_only: true }),
    ...maybe(0.2, { margin_mode: "ISOLATED" }),
    ...maybe(0.1, { visible_quantity: tenths(below(random, 30)) }),
    ...maybe(order_type === "POST_ONLY" ? 0.5 : 0.02, { post_only_adjust: true }),
    ...maybe(/ASK|BID/.test(order_type) ? 0.6 : 0.02, { level: below(random, 5) }),
    ...maybe(order_type === "MARKET" ? 0.3 : 0.02, { slippage: below(random, 100) / 1_000 }),
    ...maybe(0.05, { algo_type: "STOP", trigger_price: 6 }),
    ...maybe(0.05, { orders: [{ order_id: 1 }] }),
  };
}

/** A price within 3 % of the mark, on the tick. */
function near(random: Random): number {
  return Math.round(MARK * (0.975 + random() * 0.05) * 1_000) / 1_000;
}

function resting(random: Random): Members {
  const order_price = near(random);
  const side = order_price > MARK ? "SELL" : "BUY";
  return { symbol: SYMBOL, side, order_type: "LIMIT", order_price, order_quantity: tenths(20 + below(random, 200)) };
}

function ask(target: Target, by: Identity, method: string, path: string, body?: Members): Promise<Answer> {
  const text = body === undefined ? "" : JSON.stringify(body);
  return answerTo(target, signedAs(by, by.signer.accountId, method, path, text));
}

function dataOf({ body }: Answer): Members {
  return (JSON.parse(body) as { readonly data: Members }).data;
}

function codeOf({ body }: Answer): unknown {
  return (JSON.parse(body) as { readonly code?: number }).code;
}

const tenths = (count: number): number => count / 10;
