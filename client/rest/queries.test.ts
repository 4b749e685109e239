import { afterEach, describe, expect, test } from "bun:test";
import { ApiError } from "./failures.ts";
import { queriesOf } from "./queries.ts";
import { RestClient, type RestOptions } from "./rest-client.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

type Sent = Readonly<Record<string, unknown>>;

/** A venue that answers each question with the result of `answer`. */
function venueThat(answer: (question: Sent, asked: number) => Response) {
  const received: Sent[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      received.push((await request.json()) as Sent);
      return answer(received.at(-1)!, received.length);
    },
  });
  stops.push(() => server.stop(true));
  const client = (options: Partial<RestOptions> = {}) =>
    queriesOf(new RestClient({ baseUrl: server.url.origin, ...options }));
  return { received, client };
}

const success = (data: unknown) => Response.json({ success: true, data, ts: Date.now() });
const refusal = (status: number, error: string, headers: HeadersInit = {}) =>
  Response.json(
    { success: false, code: -1003, error, message: "no", type: "trades", ts: Date.now() },
    { status, headers },
  );

/** Rows 0 to 9, in pages of the requested size. */
function tenRows({ cursor, limit }: Sent): Response {
  const from = Number(cursor ?? 0);
  const to = Math.min(10, from + Number(limit));
  const rows = Array.from({ length: to - from }, (_, i) => ({ id: String(from + i) }));
  return success({ rows, next_cursor: to < 10 ? String(to) : null });
}

const wallet = { address: `0x${"1".repeat(40)}` };

describe("a question", () => {
  test("is sent with its type and its members", async () => {
    const { received, client } = venueThat(() => success({ symbol: "PERP_ETH_USDC", mid_price: "2510" }));
    const book = await client().orderbook({ symbol: "PERP_ETH_USDC", max_level: 5 });
    expect(book.mid_price).toBe("2510");
    expect(received).toEqual([{ type: "orderbook", symbol: "PERP_ETH_USDC", max_level: 5 }]);
  });

  test("that needs no input is sent without any", async () => {
    const { received, client } = venueThat(() => success({ remaining: 1_200 }));
    expect((await client().rateLimitStatus()).remaining).toBe(1_200);
    expect(received).toEqual([{ type: "rateLimitStatus" }]);
  });

  test("that is refused gives the reason's name", async () => {
    const { client } = venueThat(() => refusal(404, "ADDRESS_NOT_FOUND"));
    const refused = await client()
      .accounts(wallet)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 404, error: "ADDRESS_NOT_FOUND" });
  });

  test("is sent again when its answer is lost, and when it is to wait", async () => {
    const answers = [
      () => new Response("bad gateway", { status: 502 }),
      () => refusal(429, "RATE_LIMIT_EXCEEDED", { "Retry-After": "0" }),
    ];
    const { received, client } = venueThat((_, asked) => answers[asked - 1]?.() ?? success({ accounts: [] }));
    expect((await client({ rateLimitWaitsMax: 1 }).accounts(wallet)).accounts).toEqual([]);
    expect(received).toHaveLength(3);
  });
});

describe("a list", () => {
  test("is walked to its end, page by page", async () => {
    const { received, client } = venueThat(tenRows);
    const ids: string[] = [];
    for await (const { id } of client().trades.all({ ...wallet, limit: 4 })) ids.push(id);
    expect(ids).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(received.map(({ cursor }) => cursor)).toEqual([undefined, "4", "8"]);
    expect(received.every(({ limit, address }) => limit === 4 && address === wallet.address)).toBe(true);
  });

  test("is requested no further than it is used", async () => {
    const { received, client } = venueThat(tenRows);
    for await (const { id } of client().trades.all({ ...wallet, limit: 3 })) if (id === "3") break;
    expect(received).toHaveLength(2);
  });

  test("can be walked from any cursor", async () => {
    const { client } = venueThat(tenRows);
    const rows = await Array.fromAsync(client().trades.all({ ...wallet, limit: 5, cursor: "7" }));
    expect(rows.map(({ id }) => id)).toEqual(["7", "8", "9"]);
  });
});
