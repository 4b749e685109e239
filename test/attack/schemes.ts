// Schemes of several requests that together try to gain something: the same bytes twice, an older permission again,
// another account's key, sandbox controls from outside. Each returns what it gained, or that it gained nothing.

import {
  AnswerLost,
  ApiError,
  type ApiKey,
  bindKey,
  Client,
  generateApiKey,
  generateWallet,
  newClientOrderId,
  openAccount,
  RestClient,
} from "@evermark/client";
import { addKeyTypedData, CHAIN_ID } from "@evermark/interface/chain/wallet-messages.ts";
import { encodeBase58 } from "@evermark/interface/rows/base58.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import type { Identity } from "./attacker.ts";
import { type Answer, requestBytes, Wire } from "./bare-wire.ts";
import { answerTo, Household, RequestRefused } from "./household.ts";
import type { Attackers } from "./requests.ts";
import type { Target } from "./target.ts";

const BROKER = "demo";
const JSON_TYPE = ["Content-Type", "application/json"] as const;
const DAY_MS = 86_400_000;
const HOARD = 400;
const HOARDER = "127.0.0.67";
const HOARD_MS = 2_000;
const SETTLED_MS = 5_000;

interface Stage extends Attackers {
  readonly target: Target;
  readonly random: Random;
}

/** @returns what it gained and should not have; undefined for nothing */
type Scheme = (stage: Stage) => Promise<string | undefined>;

export const schemes: Readonly<Record<string, Scheme>> = {
  "an order sent twice": async ({ target, self }) => {
    const body = JSON.stringify({ ...ORDER, client_order_id: newClientOrderId() });
    const bytes = signedPost(self, "/v1/order", body);
    const [first, second] = [await answerTo(target, bytes), await answerTo(target, bytes)];
    if (first.status !== 200 || second.status !== 200) return undefined;
    if (idIn(first, "order_id") !== idIn(second, "order_id")) return "one client_order_id made two orders";
    return second.headers.get("svc-replayed") === undefined
      ? "the second answer does not report that it is a repetition"
      : undefined;
  },
  "a transfer sent twice": async ({ target, self }) => {
    const sub = await subAccountOf(target, self);
    if (sub === undefined) return undefined;
    const body = JSON.stringify({ token: "USDC", receiver_list: [{ account_id: sub, amount: "1" }] });
    const bytes = signedPost(self, "/v1/internal_transfer", body);
    const [first, second] = [await answerTo(target, bytes), await answerTo(target, bytes)];
    if (first.status !== 200 || second.status !== 200) return undefined;
    const name = "internal_transfer_request_id";
    return idIn(first, name) === idIn(second, name) ? undefined : "the same signed bytes moved money twice";
  },
  "an older permission sent again": async ({ target }) => {
    const { rest, wallet } = await newcomer(target);
    const key = await generateApiKey();
    const now = rest.clock.now();
    const wide = await bindingOf(wallet, key.publicKey, "read,trading", now - 2_000);
    const narrow = await bindingOf(wallet, key.publicKey, "read", now);
    if ((await answerTo(target, wide)).status !== 200 || (await answerTo(target, narrow)).status !== 200)
      return undefined;
    const second = await answerTo(target, wide);
    return second.status === 200 ? "an older binding was accepted after a newer one" : undefined;
  },
  "a key that another account bound first": async ({ target }) => {
    const [thief, owner] = [await newcomer(target), await newcomer(target)];
    const key = await generateApiKey();
    const stolen = await bindingOf(thief.wallet, key.publicKey, "read", thief.rest.clock.now());
    await answerTo(target, stolen);
    try {
      await bindKey(owner.rest, owner.wallet, BROKER, key);
    } catch (error) {
      if (error instanceof ApiError && error.status !== 429) return `its owner can no longer bind it: ${error.message}`;
    }
    return undefined;
  },
  "binding a key of small order": async ({ target, random }) => {
    const { rest, wallet } = await newcomer(target);
    const point = Buffer.from(SMALL_ORDER[below(random, SMALL_ORDER.length)]!, "hex");
    const bytes = await bindingOf(wallet, `ed25519:${encodeBase58(point)}`, "read,trading", rest.clock.now());
    return (await answerTo(target, bytes)).status === 200
      ? "bound a key that verifies signatures without a secret"
      : undefined;
  },
  "sandbox controls through a proxy": async ({ target }) => {
    for (const name of ["X-Forwarded-For", "Forwarded", "X-Real-IP"]) {
      const value = name === "Forwarded" ? "for=203.0.113.7" : "203.0.113.7";
      const answer = await answerTo(
        target,
        requestBytes("POST", "/sandbox/prices", [JSON_TYPE, [name, value]], '{"prices":{}}'),
      );
      if (answer.status !== 404)
        return `answered with ${answer.status} although ${name} shows that the caller is on another machine`;
    }
    return undefined;
  },
  "a stream's address used twice for orders": async ({ target, self }) => {
    const time = self.now();
    const path = `/ws/private/v2/ws/private/stream/${self.signer.accountId}`;
    const query = `svc_api_key=${encodeURIComponent(self.signer.key.publicKey)}&svc_timestamp=${time}&svc_sign=${self.sign(String(time))}`;
    const url = `${target.url.replace("http", "ws")}${path}?${query}`;
    const first = await orderOver(url);
    const second = await orderOver(url);
    return first === "placed" && second === "placed"
      ? "orders were taken on two connections of one signature"
      : undefined;
  },
  "a stream's address used for its signer's other accounts": async ({ target, random }) => {
    const { main, accounts } = await Household.open(target);
    const time = main.now();
    const query = `svc_api_key=${encodeURIComponent(main.signer.key.publicKey)}&svc_timestamp=${time}&svc_sign=${main.sign(String(time))}`;
    const urls = [...accounts, ...accounts].map(
      (account) => `${target.url.replace("http", "ws")}/ws/private/v2/ws/private/stream/${account}?${query}`,
    );
    const outcomes: string[] = [];
    if (random() < 0.5) outcomes.push(...(await Promise.all(urls.map(orderOver))));
    else for (const url of urls) outcomes.push(await orderOver(url));
    const placed = outcomes.filter((outcome) => outcome === "placed").length;
    return placed > 1 ? `orders were taken on ${placed} connections of one signature` : undefined;
  },
  "another path's signature through dot segments": async ({ target, self }) => {
    for (const detour of ["/v1/x/../client/info", "/v1/./client/info", "/v1/%2e/client/info"]) {
      const answer = await answerTo(target, requestBytes("GET", detour, self.headers("GET", "/v1/client/info")));
      if (answer.status === 200) return `${detour} was answered under the signature of /v1/client/info`;
    }
    return undefined;
  },
  "a hoard of idle connections": async ({ target }) => {
    // From another address than the attackers' requests, whose connections are not to be closed because of the hoard.
    const hoarder = { ...target, ...(target.localAddress !== undefined && { localAddress: HOARDER }) };
    const opened = await Promise.allSettled(Array.from({ length: HOARD }, () => Wire.open(hoarder)));
    const wires = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Bun.sleep(HOARD_MS);
    const { status } = await fetch(`${target.url}/health`, { signal: AbortSignal.timeout(SETTLED_MS) }).catch(() => ({
      status: 0,
    }));
    for (const wire of wires) wire.close();
    return status === 200
      ? undefined
      : `an honest caller got ${status === 0 ? "no answer" : status} while ${wires.length} connections were idle`;
  },
};

/** @returns the name of the scheme, and what it gained */
export async function schemeMove(
  stage: Stage,
): Promise<{ readonly kind: string; readonly complaint: string | undefined }> {
  const names = Object.keys(schemes);
  const kind = names[below(stage.random, names.length)]!;
  try {
    return { kind, complaint: await schemes[kind]!(stage) };
  } catch (error) {
    // Refused somewhere on the way: nothing was gained.
    if (error instanceof ApiError || error instanceof AnswerLost || error instanceof RequestRefused)
      return { kind, complaint: undefined };
    throw error;
  }
}

const ORDER = {
  symbol: "PERP_BTC_USDC",
  side: "BUY",
  order_type: "LIMIT",
  order_price: 50_000,
  order_quantity: 0.01,
} as const;
const SMALL_ORDER: readonly string[] = [
  `01${"00".repeat(31)}`,
  "00".repeat(32),
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `${"00".repeat(31)}80`,
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
];

function signedPost(self: Identity, path: string, body: string): Buffer {
  return requestBytes("POST", path, [JSON_TYPE, ...self.headers("POST", path, body)], body);
}

function idIn({ body }: Answer, name: string): string | undefined {
  return new RegExp(`"${name}":(\\d+)`).exec(body)?.[1];
}

async function subAccountOf(target: Target, { signer }: Identity): Promise<string | undefined> {
  const client = new Client({ baseUrl: target.url, signer, repeatsMax: 0 });
  const known = (await client.subAccounts.getSubAccounts()).rows[0];
  if (known !== undefined) return known.sub_account_id;
  return (await client.subAccounts.addSubAccount({ description: "attack" })).account_id;
}

async function newcomer({ url }: Target) {
  const rest = new RestClient({ baseUrl: url, rateLimitWaitsMax: 5 });
  const wallet = generateWallet();
  await openAccount(rest, wallet, BROKER);
  return { rest, wallet };
}

async function bindingOf(
  wallet: ReturnType<typeof generateWallet>,
  key: ApiKey["publicKey"],
  scope: string,
  timestamp: number,
): Promise<Buffer> {
  const message = { brokerId: BROKER, chainId: CHAIN_ID, key, scope, timestamp, expiration: timestamp + DAY_MS };
  const signature = await wallet.signTypedData(addKeyTypedData(message));
  const body = JSON.stringify({ message: { ...message, chainType: "EVM" }, signature, userAddress: wallet.address });
  return requestBytes("POST", "/v1/dex_api_key", [JSON_TYPE], body);
}

/** Tries to place an order over the stream at this URL. */
function orderOver(url: string): Promise<"placed" | "refused"> {
  const socket = new WebSocket(url);
  const { promise, resolve } = Promise.withResolvers<"placed" | "refused">();
  const timer = setTimeout(() => resolve("refused"), SETTLED_MS);
  socket.onopen = () =>
    socket.send(JSON.stringify({ id: 1, event: "request", params: { type: "order.place", ...ORDER } }));
  socket.onmessage = ({ data }) => {
    const frame: { id?: unknown; success?: unknown } = JSON.parse(String(data));
    if (frame.id === 1) resolve(frame.success === true ? "placed" : "refused");
  };
  socket.onerror = () => resolve("refused");
  socket.onclose = () => resolve("refused");
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}
