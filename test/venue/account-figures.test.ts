// An account's notifications, past positions and daily statistics, from outside. They are the same after a restart, and
// in a history that was rebuilt. Interface 4.10, streams 12.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { ETH, FailingAccounts, NEAR } from "./outside/failing-accounts.ts";
import { call, post } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted, type Trader, venueTime } from "./outside/trader.ts";

const DAY_MS = 86_400_000;
const INBOX = "/v1/notification/inbox";

const world = new FailingAccounts();
let trader: Trader;

beforeAll(async () => {
  await world.start(100_000);
  trader = await world.trader(10_000);
});
afterAll(() => world.stop());

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const inboxOf = async (owner: Trader, query = "") => accepted(await owner.get(`${INBOX}/notifications${query}`)).data;
const unreadOf = async (owner: Trader) => accepted(await owner.get(`${INBOX}/unread`)).data;
const pastOf = async (owner: Trader) => accepted(await owner.get("/v1/position_history?limit=10")).data.rows!;

test("a notification frame carries what the inbox has, under the same id", async () => {
  const stream = await OutsideStream.openPrivate(world.venue, trader);
  await stream.subscribe("notifications");
  await stream.subscribe("notification");
  await world.open(trader, ETH, 2, 3_000, 10);
  const [frame] = await stream.take("notifications", 1);
  expect(frame!.data).toMatchObject({
    message_type: "ORDER_FILLED",
    title: "Order filled",
    type: "TRADE",
    level: "GENERAL",
    content_summary: "Bought 2 ETH-PERP at 3000",
    content_raw: { symbol: ETH, side: "BUY", executed_price: 3_000, executed_quantity: 2 },
    mark_read: 0,
    announcement_id: null,
  });
  expect((await stream.take("notification", 1))[0]!.data).toEqual(frame!.data);
  stream.close();
  const { rows, meta } = await inboxOf(trader);
  expect(rows![0]).toEqual({ ...(frame!.data as object), application_id: trader.accountId, email: null, operator: 0 });
  expect(rows![1]).toMatchObject({ message_type: "DEPOSIT_COMPLETED", type: "SYSTEM" });
  expect(meta).toEqual({ total: 2, records_per_page: 25, current_page: 1 });
  expect((await inboxOf(trader, "?type=SYSTEM")).rows).toEqual([rows![1]!]);
  expect((await inboxOf(trader, "?page=9")).rows).toEqual([]);
});

test("notifications are marked as read, through the query or a body, and only by their owner", async () => {
  const [newest, oldest] = (await inboxOf(trader)).rows! as [{ id: number }, { id: number }];
  expect(await unreadOf(trader)).toEqual({ count: 2, last_id: newest.id });
  const stranger = await world.trader(1);
  accepted(await stranger.post(`${INBOX}/mark_read`, { flag: 1, ids: [newest.id, oldest.id] }));
  expect((await unreadOf(trader)).count).toBe(2);

  accepted(await trader.post(`${INBOX}/mark_read`, { flag: 1, ids: [oldest.id] }));
  expect((await inboxOf(trader)).rows!.map(({ mark_read }) => mark_read)).toEqual([0, 1]);
  const inQuery = `${INBOX}/mark_read?flag=0&ids=${oldest.id},${newest.id}`;
  accepted(await call(`${trader.url}${inQuery}`, { method: "POST", headers: trader.headers("POST", inQuery) }));
  expect((await unreadOf(trader)).count).toBe(2);
  accepted(await trader.post(`${INBOX}/mark_read_all`, { flag: 1 }));
  expect(await unreadOf(trader)).toEqual({ count: 0, last_id: newest.id });

  expectRefusal(await trader.post(`${INBOX}/mark_read`, { ids: [1] }), [400, -1005, "flag must not be blank"]);
  expectRefusal(await trader.post(`${INBOX}/mark_read`, { flag: 1 }), [400, -1005, "ids must not be blank"]);
  for (const body of [
    { flag: 2, ids: [1] },
    { flag: 1, ids: [] },
    { flag: 1, ids: ["a"] },
    { flag: 1, ids: [0] },
  ]) {
    expectRefusal(await trader.post(`${INBOX}/mark_read`, body), [400, -1005]);
  }
});

test("a trader near liquidation is warned, then notified of each step of the liquidation", async () => {
  const user = await world.trader(4_100);
  await world.open(user, NEAR, 8_000, 5.4, 20);
  const stream = await OutsideStream.openPrivate(world.venue, user);
  await stream.subscribe("notifications");
  await setPrice(world.venue.url, NEAR, 5.03);
  await world.wait(2_000);
  const [warning] = await stream.take("notifications", 1);
  expect(warning!.data).toMatchObject({ message_type: "MARGIN_WARNING", level: "IMPORTANT" });
  await setPrice(world.venue.url, NEAR, 4.97);
  await world.wait(60_000);
  const kinds = (await inboxOf(user)).rows!.map(({ message_type }) => message_type);
  expect(kinds).toEqual(
    expect.arrayContaining(["POSITION_LIQUIDATED", "LIQUIDATION_STARTED", "MARGIN_WARNING", "ORDER_FILLED"]),
  );
  // All but the deposit and the order arrive while a client is subscribed.
  const frames = await stream.take("notifications", kinds.length - 2);
  expect(frames).toMatchObject(frames.map((_, i) => ({ seq: 3 + i })));
  stream.close();

  const [past] = await pastOf(user);
  expect(past).toMatchObject({ symbol: NEAR, side: "LONG", type: "liquidated", max_position_qty: 8_000 });
  expect(past!.liquidation_id).toBeNumber();
  expect(past!.insurance_fund_fee as number).toBeGreaterThan(0);
});

test("a closed position has its prices, its fees and its result", async () => {
  await setPrice(world.venue.url, ETH, 3_000);
  await world.open(trader, ETH, -2, 3_010, 10);
  const rows = accepted(await trader.get(`/v1/position_history?symbol=${ETH}&limit=1`)).data.rows!;
  expect(rows).toMatchObject([
    {
      symbol: ETH,
      side: "LONG",
      status: "closed",
      type: "normal",
      margin_mode: "CROSS",
      leverage: 10,
      avg_open_price: 3_000,
      avg_close_price: 3_010,
      max_position_qty: 2,
      closed_position_qty: 2,
      trading_fee: 0,
      liquidation_id: null,
      realized_pnl: 20,
    },
  ]);
  expect(await pastOf(await world.trader(1))).toEqual([]);
  expectRefusal(await trader.get("/v1/position_history"), [400, -1005, "limit must not be blank"]);
  expectRefusal(await trader.get("/v1/position_history?limit=501"), [400, -1005]);
  expectRefusal(await trader.get("/v1/position_history?limit=5&symbol=PERP_X_USDC"), [400, -1005]);
});

test("daily statistics add up, and the current day is not shown yet", async () => {
  const { url } = world.venue;
  const today = await venueTime(url);
  const summary = async () => accepted(await trader.get("/v1/client/statistics")).data;
  const traded = 2 * 3_000 + 2 * 3_010;
  expect(await summary()).toMatchObject({
    days_since_registration: 0,
    perp_fees_paid_last_30_days: 0,
    perp_trading_volume_last_24_hours: traded,
    perp_trading_volume_last_7_days: traded,
    trading_volume_ytd: traded,
    perp_trading_volume_ltd: traded,
  });
  const ask = (query: string) => trader.get(`/v1/client/statistics/daily?${query}`);
  expectRefusal(await ask("start_date=2026-01-01"), [400, -1005, "end_date must not be blank"]);
  expectRefusal(await ask("start_date=2026-02-30&end_date=2026-03-01"), [400, -1005, "start_date is invalid"]);
  expectRefusal(await ask("start_date=yesterday&end_date=2026-03-01"), [400, -1005]);
  const backwards = "start_date must not be after end_date";
  expectRefusal(await ask("start_date=2026-03-02&end_date=2026-03-01"), [400, -1005, backwards]);
  const span = `start_date=${dateOf(today - 5 * DAY_MS)}&end_date=${dateOf(today + 5 * DAY_MS)}`;
  for (const more of ["", "&include_historical_data=true"]) {
    expect(accepted(await ask(`${span}${more}`)).data.rows).toEqual([]);
  }
  expect(accepted(await ask("start_date=0001-01-01&end_date=9999-12-31&page=1000000000")).data.rows).toEqual([]);
});

test("leverage is set for all symbols at once under the name that older clients use", async () => {
  const { rows } = accepted(await trader.post("/v1/client/leverage", { leverage: 3 })).data;
  expect(rows!.length).toBeGreaterThan(5);
  expect(new Set(rows!.map(({ leverage }) => leverage))).toEqual(new Set([3]));
  expect(accepted(await trader.get(`/v1/client/leverage?symbol=${ETH}`)).data).toMatchObject({ leverage: 3 });
});

test("an operator's announcement reaches every inbox and every stream, under one id", async () => {
  const { url } = world.venue;
  const [one, other] = [await world.trader(1), await world.trader(1)];
  const streams = await Promise.all([one, other].map((caller) => OutsideStream.openPrivate(world.venue, caller)));
  await Promise.all(streams.map((stream) => stream.subscribe("notifications")));
  const announcement = { message: "An upgrade on Friday.", type: "maintenance" };
  const { announcement_id } = accepted(await post(`${url}/sandbox/announcement`, announcement)).data;
  const frames = await Promise.all(streams.map(async (stream) => (await stream.take("notifications", 1))[0]!.data));
  expect(frames[0]).toMatchObject({
    message_type: "ANNOUNCEMENT",
    level: "IMPORTANT",
    content_summary: announcement.message,
    announcement_id,
  });
  expect(frames[1]).toEqual(frames[0]);
  const { id } = frames[0] as { id: number };
  for (const caller of [one, other]) {
    const own = { application_id: caller.accountId, email: null, operator: 0 };
    expect((await inboxOf(caller)).rows![0]).toEqual({ ...(frames[0] as object), ...own });
    expect(await unreadOf(caller)).toEqual({ count: 2, last_id: id });
  }
  accepted(await one.post(`${INBOX}/mark_read`, { flag: 1, ids: [id] }));
  expect((await unreadOf(one)).count).toBe(1);
  expect((await unreadOf(other)).count).toBe(2);

  accepted(await call(`${url}/sandbox/announcement?announcement_id=${announcement_id}`, { method: "DELETE" }));
  expect((await inboxOf(other)).rows![0]).toMatchObject({ id, content_raw: { withdrawn_time: expect.any(Number) } });
  const late = await world.trader(1);
  expect((await inboxOf(late)).rows!.map(({ message_type }) => message_type)).toEqual(["DEPOSIT_COMPLETED"]);
  for (const stream of streams) stream.close();
});

test("notifications, past positions and statistics need a key, and each account sees only its own", async () => {
  for (const path of ["/v1/client/statistics", "/v1/position_history?limit=1", `${INBOX}/notifications`]) {
    expect((await call(`${world.venue.url}${path}`)).status).toBe(401);
  }
  await advance(world.venue.url, 1_000);
  const stranger = await world.trader(1);
  expect((await inboxOf(stranger)).rows!.map(({ message_type }) => message_type)).toEqual(["DEPOSIT_COMPLETED"]);
});
