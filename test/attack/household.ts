// Several accounts of one owner, whose single key signs for all of them: a main account and two sub-accounts, each with
// money, an order and a stop, so that an effect on any of them shows.

import { endpoints } from "@evermark/interface/endpoints.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { Identity } from "./attacker.ts";
import { type Answer, type Reply, requestBytes, Wire } from "./bare-wire.ts";
import type { Draft } from "./requests.ts";
import type { Target } from "./target.ts";

const JSON_TYPE = ["Content-Type", "application/json"] as const;
/** A market in which no other part of an attack trades. */
const SYMBOL = "PERP_BNB_USDC";
const SIZE = { symbol: SYMBOL, side: "BUY", quantity: 1 };
const NAME = { client_order_id: "captured" };
const RESTING = {
  symbol: SYMBOL,
  side: "BUY",
  order_type: "LIMIT",
  order_price: 550,
  order_quantity: 1,
  ...NAME,
};
const STOP = { ...SIZE, algo_type: "STOP", type: "MARKET", trigger_price: 900, ...NAME };

/** A request was refused on the way, so nothing follows from what comes next. */
export class RequestRefused extends Error {}

/** An account's answers by endpoint, without those that were refused. */
export type AccountPicture = ReadonlyMap<string, string>;

export class Household {
  private constructor(
    readonly target: Target,
    readonly main: Identity,
    readonly subs: readonly string[],
    readonly algoOrderIds: readonly number[],
  ) {}

  /** @throws {ApiError | AnswerLost | RequestRefused} */
  static async open(target: Target): Promise<Household> {
    const main = await Identity.open(target);
    const household = new Household(target, main, [], []);
    const subs: string[] = [];
    for (const description of ["one", "two"]) {
      const { body } = await household.#done("POST", "/v1/client/add_sub_account", { description });
      subs.push(/"account_id":"(0x[0-9a-f]{64})"/.exec(body)?.[1] ?? "");
    }
    const receiver_list = subs.map((account_id) => ({ account_id, amount: 3_000 }));
    await household.#done("POST", "/v1/internal_transfer", { token: "USDC", receiver_list });
    const algoOrderIds: number[] = [];
    for (const account of [main.signer.accountId, ...subs]) {
      main.learn((await household.#done("POST", "/v1/order", RESTING, account)).body);
      const { body } = await household.#done("POST", "/v1/algo/order", STOP, account);
      algoOrderIds.push(Number(/"order_id":(\d+)/.exec(body)?.[1]));
    }
    return new Household(target, main, subs, algoOrderIds);
  }

  /** The same accounts on a restarted venue. */
  at(target: Target): Household {
    return new Household(target, this.main, this.subs, this.algoOrderIds);
  }

  get accounts(): readonly string[] {
    return [this.main.signer.accountId, ...this.subs];
  }

  /** What each account can query about itself without parameters. @throws {RequestRefused} */
  pictures(): Promise<readonly AccountPicture[]> {
    return Promise.all(this.accounts.map((account) => this.#pictureOf(account)));
  }

  async #pictureOf(account: string): Promise<AccountPicture> {
    const picture = new Map<string, string>();
    let wire: Wire | undefined;
    for (const { path } of QUESTIONS) {
      if (wire === undefined || wire.isClosed) wire = await opened(this.target);
      wire.write(signedAs(this.main, account, "GET", path));
      const reply = await wire.answer();
      if (reply.kind === "answer" && reply.status === 200) picture.set(path, still(reply.body));
    }
    wire?.close();
    return picture;
  }

  async #done(method: string, path: string, body: object, account = this.main.signer.accountId): Promise<Answer> {
    const answer = await answerTo(this.target, signedAs(this.main, account, method, path, JSON.stringify(body)));
    if (answer.status !== 200) throw new RequestRefused(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer;
  }
}

/** Input that an endpoint accepts from this household, where input drawn from its schema seldom fits. */
export function fittingFor(row: EndpointRow, { main, algoOrderIds }: Household, random: Random): Partial<Draft> {
  const orderId = main.orderIds[below(random, main.orderIds.length)];
  const algoOrderId = algoOrderIds[below(random, algoOrderIds.length)];
  const { client_order_id: _, ...terms } = RESTING;
  const bodies: Readonly<Record<string, object>> = {
    "PUT /v1/order": { ...terms, order_id: orderId, order_price: 540 },
    "POST /v1/algo/order": { ...STOP, client_order_id: `captured-${below(random, 1_000)}` },
    "PUT /v1/algo/order": { order_id: algoOrderId, trigger_price: 910 },
  };
  const name = `${row.method} ${row.path}`;
  const body = bodies[name];
  if (body !== undefined) return { body: JSON.stringify(body) };
  const isByName = name.startsWith("DELETE") && name.endsWith("/client/order");
  return isByName ? { query: `symbol=${SYMBOL}&client_order_id=captured` } : {};
}

/** A request signed with the main account's key, for any account of its owner. */
export function signedAs(main: Identity, account: string, method: string, path: string, body = ""): Buffer {
  const headers = main.headers(method, path, body).map(([name, value]) => [name, value] as const);
  return requestBytes(method, path, [...(body === "" ? [] : [JSON_TYPE]), ...forAccount(headers, account)], body);
}

type Headers = readonly (readonly [string, string])[];

/** The same credentials with another account's id. */
export function forAccount(headers: Headers, account: string): Headers {
  return headers.map(([name, value]) => [name, name === "SVC-Account-Id" ? account : value]);
}

/** The answer over a new connection. @throws {RequestRefused} without an answer */
export async function answerTo(target: Target, bytes: Buffer): Promise<Answer> {
  const reply = await replyTo(target, bytes);
  if (reply.kind !== "answer") throw new RequestRefused(reply.kind);
  return reply;
}

/** The reply over a new connection. @throws {RequestRefused} without a connection */
export async function replyTo(target: Target, bytes: Buffer): Promise<Reply> {
  const wire = await opened(target);
  wire.write(bytes);
  const reply = await wire.answer();
  wire.close();
  return reply;
}

function opened(target: Target): Promise<Wire> {
  return Wire.open(target).catch(() => {
    throw new RequestRefused("no connection");
  });
}

/** The difference between two pictures of one account. */
export function differenceOf(before: AccountPicture, after: AccountPicture): string | undefined {
  for (const [path, text] of before) {
    const now = after.get(path) ?? text;
    if (now !== text) return `GET ${path} was ${text.slice(0, 300)} and is ${now.slice(0, 300)}`;
  }
  return undefined;
}

const QUESTIONS: readonly EndpointRow[] = endpoints.filter(
  ({ auth, method, mainAccountOnly, params, query }: EndpointRow) =>
    auth === "signed" &&
    method === "GET" &&
    mainAccountOnly !== true &&
    params === undefined &&
    (query as { required?: unknown[] } | undefined)?.required === undefined,
);

/** An answer without what changes even when nothing happens: its time, and freshly drawn nonces. */
function still(body: string): string {
  return body.replaceAll(/"(timestamp|ts|[a-z]+_nonce)":\d+,?/g, "");
}
