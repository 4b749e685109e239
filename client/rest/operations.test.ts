import { afterEach, expect, test } from "bun:test";
import { notifications } from "@evermark/interface/accounts/notifications.ts";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { announcements } from "@evermark/interface/markets/announcements.ts";
import { generateApiKey } from "../signing/api-key.ts";
import { operationsOf } from "./operations.ts";
import { RestClient } from "./rest-client.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** An inbox of rows 0 to `total` - 1, in pages of the requested size, and the requests that it received. */
async function inboxOf(total: number) {
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const [page, size] = [Number(searchParams.get("page") ?? 1), Number(searchParams.get("size") ?? 25)];
      const from = (page - 1) * size;
      const rows = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) => ({ id: from + i }));
      const meta = { total, records_per_page: size, current_page: page };
      return Response.json({ success: true, data: { rows, meta }, timestamp: Date.now() });
    },
  });
  stops.push(() => server.stop(true));
  const signer = { accountId: `0x${"1".repeat(64)}`, key: await generateApiKey() };
  const rest = new RestClient({ baseUrl: server.url.origin, signer });
  return { asked, inbox: operationsOf(rest, notifications).getNotifications };
}

const idsOf = async (rows: AsyncIterable<{ readonly id: number }>) => (await Array.fromAsync(rows)).map(({ id }) => id);
const upTo = (total: number) => Array.from({ length: total }, (_, id) => id);

test("a list in pages is walked to its end, with its other parameters kept", async () => {
  const { asked, inbox } = await inboxOf(10);
  expect(await idsOf(inbox.all({ size: 4, type: "SYSTEM" }))).toEqual(upTo(10));
  expect(asked).toEqual([1, 2, 3].map((page) => expect.stringContaining(`page=${page}`)));
  expect(asked.every((search) => search.includes("size=4") && search.includes("type=SYSTEM"))).toBe(true);
});

test("the last page is recognised without requesting one behind it, and an empty list has one page", async () => {
  for (const [total, pages] of [
    [8, 2],
    [0, 1],
    [26, 7],
  ] as const) {
    const { asked, inbox } = await inboxOf(total);
    expect(await idsOf(inbox.all({ size: 4 }))).toEqual(upTo(total));
    expect(asked.length).toBe(pages);
  }
});

test("no more of a list is requested than is used, and a walk can start at any page", async () => {
  const { asked, inbox } = await inboxOf(60);
  for await (const { id } of inbox.all()) if (id === 24) break;
  expect(asked.length).toBe(1);
  expect(await idsOf(inbox.all({ page: 3 }))).toEqual(upTo(60).slice(50));
});

test("an answer in one piece has nothing to walk, and one that gives its length has pages", () => {
  const rest = new RestClient({ baseUrl: "http://127.0.0.1:1" });
  expect("all" in operationsOf(rest, announcements).getAnnouncements).toBe(false);
  type Schema = { readonly properties?: Readonly<Record<string, Schema>> };
  const has = (schema: unknown, name: string) => (schema as Schema | undefined)?.properties?.[name] !== undefined;
  const lists = endpoints.filter(({ data }) => has(data, "meta"));
  expect(lists.length).toBeGreaterThan(10);
  expect(lists.filter(({ query }) => !has(query, "page")).map(({ path }) => path)).toEqual([]);
});
