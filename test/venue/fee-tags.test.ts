// What a builder's administrator decides, from outside: fee tags with each of their codes, what a tagged order pays,
// and fee rates, which hold from the next execution after a change. Interface 4.2, rules 8.2 to 8.4, errors 2.1.

import { beforeAll, describe, expect, test } from "bun:test";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { call, type Row } from "./outside/outside-caller.ts";
import { advance } from "./outside/outside-controls.ts";
import { openSubAccount } from "./outside/outside-funds.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const [BTC, ETH] = ["PERP_BTC_USDC", "PERP_ETH_USDC"] as const;
const venue = venueOfFile({ symbols: [BTC, ETH] });
/** The first account of a builder is its administrator. */
let admin: Trader;
let owner: Trader;
let maker: Trader;
let taker: Trader;
beforeAll(async () => {
  admin = await newTrader(venue.url);
  owner = await newTrader(venue.url, { brokerId: "owner.1" });
  maker = await newTrader(venue.url);
  taker = await newTrader(venue.url);
});

const TAG = { enum_id: "COPY_1", name: "Copy trading", default_fee_rate: 0.0001 };
const create = (changes: object = {}, caller = owner) => caller.post("/v1/broker/order_enum", { ...TAG, ...changes });
const edit = (id: string, body: object, caller = owner) => caller.put(`/v1/broker/order_enum/${id}`, body);
const archive = (enum_id: unknown, caller = owner) => caller.post("/v1/broker/order_enum/archive", { enum_id });
/** For calls whose `data` is a list. */
const list = async (trader: Trader, query = "") =>
  accepted(await trader.get(`/v1/broker/order_enums${query}`)).data as unknown as readonly Row[];
const publicList = async (query: string) =>
  accepted(await call(`${venue.url}/v1/public/broker/order_enums?${query}`)).data as unknown as readonly Row[];

const adminOnly: readonly (readonly [string, string, object | null])[] = [
  ["GET", "/v1/broker/order_enums", null],
  ["POST", "/v1/broker/order_enum", TAG],
  ["PUT", "/v1/broker/order_enum/COPY_1", { name: "x" }],
  ["POST", "/v1/broker/order_enum/archive", { enum_id: "COPY_1" }],
  ["GET", "/v1/broker/fee_rate/default", null],
  ["POST", "/v1/broker/fee_rate/default", { maker_fee_rate: 0, taker_fee_rate: 0.001 }],
  ["POST", "/v1/broker/fee_rate/set", { account_ids: [], maker_fee_rate: 0, taker_fee_rate: 0.001 }],
  ["POST", "/v1/broker/fee_rate/set_default", { account_ids: [] }],
  ["GET", "/v1/broker/user_info?account_id=x", null],
];
test.each(adminOnly)("%s %s is reserved for the builder's administrator", async (method, path, body) => {
  const ask = (trader: Trader) => (body === null ? trader.get(path) : trader.send(method, path, JSON.stringify(body)));
  expectRefusal(await ask(taker), [401, -1002, "admin is required"]);
  // The administrator's key signs for its sub-account, which administers nothing.
  const sub = (await listedSub()) ?? (await openSubAccount(admin));
  expectRefusal(await ask(sub), [401, -1002, "admin is required"]);
});

async function listedSub(): Promise<Trader | undefined> {
  const { rows } = accepted(await admin.get("/v1/client/sub_account")).data;
  return rows![0] === undefined ? undefined : admin.actingFor(String(rows![0].sub_account_id));
}

describe("fee tags", () => {
  const wrong: readonly (readonly [string, object, number, string])[] = [
    ["no id", { enum_id: undefined }, -1005, "enum_id must not be blank"],
    ["no name", { name: undefined }, -1005, "name must not be blank"],
    ["no rate", { default_fee_rate: undefined }, -1005, "default_fee_rate must not be blank"],
    ["an id in lower case", { enum_id: "copy" }, -1207, "enum_id"],
    ["an id with a colon", { enum_id: "A:B" }, -1207, "enum_id"],
    ["an id of 37 characters", { enum_id: "A".repeat(37) }, -1209, "enum_id"],
    ["a rate of 0", { default_fee_rate: 0 }, -1208, "rate"],
    ["a negative rate", { default_fee_rate: -0.0001 }, -1208, "rate"],
    ["a rate above 1 %", { default_fee_rate: 0.01001 }, -1208, "rate"],
    ["a rate of six decimals", { default_fee_rate: 0.000015 }, -1208, "rate"],
    ["a rate that is a word", { default_fee_rate: "x" }, -1208, "rate"],
    ["an override of 0", { pair_overrides: { [BTC]: 0 } }, -1208, "rate"],
    ["an override too high", { pair_overrides: { [BTC]: 0.02 } }, -1208, "rate"],
    ["an override of no market", { pair_overrides: { PERP_FOO_USDC: 0.001 } }, -1210, "pair_overrides"],
    ["overrides that are a list", { pair_overrides: [1] }, -1005, "pair_overrides"],
    ["a name of 129 characters", { name: "x".repeat(129) }, -1005, "name"],
    ["a description of 1,025", { description: "x".repeat(1_025) }, -1005, "description"],
  ];
  test.each(wrong)("with %s are refused", async (_, changes, code, message) => {
    const answer = await create(changes);
    expectRefusal(answer, [400, code]);
    expect(answer.json.message).toContain(message);
    expect(await list(owner)).toEqual([]);
  });

  test("are created, listed publicly, edited and archived", async () => {
    accepted(await create({ description: "for copies", pair_overrides: { [ETH]: 0.01, [BTC]: "0.00001" } }));
    expectRefusal(await create(), [400, -1201]);
    // A builder's tag ids are separate from another builder's.
    accepted(await create({ enum_id: "COPY_1" }, admin));
    const tag = {
      enum_id: "COPY_1",
      name: "Copy trading",
      description: "for copies",
      status: "active",
      default_fee_rate: 0.0001,
      pair_overrides: { [BTC]: 0.00001, [ETH]: 0.01 },
      created_time: expect.any(Number),
      updated_time: expect.any(Number),
    };
    const usage_stats = { total_orders: 0, total_volume: "0", total_fees_collected: "0" };
    expect(await list(owner)).toEqual([{ ...tag, usage_stats }]);
    expect(await publicList("broker_id=owner.1")).toEqual([tag]);
    const one = await call(`${venue.url}/v1/public/broker/order_enum?broker_id=owner.1&enum_id=COPY_1`);
    expect(accepted(one).data).toEqual(tag as never);

    const overridesAfter = async (body: object): Promise<unknown> => {
      accepted(await edit("COPY_1", body));
      return (await list(owner))[0]!.pair_overrides;
    };
    expect(await overridesAfter({ name: "Renamed" })).toEqual({ [BTC]: 0.00001, [ETH]: 0.01 });
    expect(await overridesAfter({ pair_overrides: null })).toEqual({ [BTC]: 0.00001, [ETH]: 0.01 });
    expect(await overridesAfter({ pair_overrides: { [ETH]: 0.002 } })).toEqual({ [ETH]: 0.002 });
    expect(await overridesAfter({ pair_overrides: {}, description: "" })).toEqual({});
    expect((await list(owner))[0]).toMatchObject({ name: "Renamed", description: "", default_fee_rate: 0.0001 });
    expectRefusal(await edit("NOBODYS", { name: "x" }), [400, -1202]);
    expectRefusal(await edit("COPY_1", { default_fee_rate: 0.02 }), [400, -1208]);
    expectRefusal(await edit("COPY_1", { pair_overrides: { PERP_FOO_USDC: 0.001 } }), [400, -1210]);
    expectRefusal(await edit("COPY_1", { name: "" }), [400, -1005, "name must not be blank"]);

    accepted(await create({ enum_id: "GONE" }));
    const removed = accepted(await archive("GONE")).data;
    expect(removed).toMatchObject({ enum_id: "GONE", status: "archived" });
    expectRefusal(await archive("GONE"), [400, -1204]);
    expectRefusal(await archive("NOBODYS"), [400, -1202]);
    expectRefusal(await archive(undefined), [400, -1005, "enum_id must not be blank"]);
    expectRefusal(await edit("GONE", { name: "x" }), [400, -1203]);
    expectRefusal(await create({ enum_id: "GONE" }), [400, -1201]);
    const ids = (rows: readonly Row[]) => rows.map(({ enum_id }) => enum_id);
    expect(ids(await publicList("broker_id=owner.1"))).toEqual(["COPY_1"]);
    expect(ids(await publicList("broker_id=owner.1&include_archived=true"))).toEqual(["COPY_1", "GONE"]);
    expect(ids(await publicList("broker_id=owner.1&enum_id=GONE&include_archived=true"))).toEqual(["GONE"]);
    expect(await publicList("broker_id=nobody")).toEqual([]);
    const refusedQueries = ["", "broker_id=", "broker_id=owner.1&include_archived=maybe", "broker_id=o&symbol=X"];
    for (const query of refusedQueries) {
      expectRefusal(await call(`${venue.url}/v1/public/broker/order_enums?${query}`), [400, -1005]);
    }
    expect(ids(await list(owner, "?enum_id=OPY"))).toEqual(["COPY_1"]);
    expect(ids(await list(owner, "?include_archived=true&enum_id=ON"))).toEqual(["GONE"]);
    const unknown = `${venue.url}/v1/public/broker/order_enum?broker_id=owner.1&enum_id=X`;
    expectRefusal(await call(unknown), [400, -1202]);
  });

  test("may be active ten at a time", async () => {
    for (let n = 1; n <= 9; n++) accepted(await create({ enum_id: `N${n}` }));
    expectRefusal(await create({ enum_id: "ELEVENTH" }), [400, -1206]);
    accepted(await archive("N9"));
    accepted(await create({ enum_id: "ELEVENTH" }));
  });
});

describe("a tagged order", () => {
  const BTC_ORDER = { symbol: BTC, order_price: 60_000, order_quantity: 0.01 };
  const tradeOf = async (trader: Trader, order_id: unknown) =>
    accepted(await trader.get(`/v1/order/${order_id}/trades`)).data.rows as readonly Row[];

  const badTags = ["enum:owner.1", "enum:owner.1:X:Y", "enum::COPY_1", "enum:owner.1:copy", "enum:owner.1:NOBODYS"];
  badTags.push("enum:owner.1:GONE", "enum:nobody:COPY_1", `enum:owner.1:${"A".repeat(37)}`, "enum:", "x".repeat(129));
  test.each(badTags)("is refused with %s", async (order_tag) => {
    const answer = await taker.order({ ...BTC_ORDER, order_tag });
    expectRefusal(answer, [400, -1005]);
    expect(answer.json.message).toStartWith("order_tag is invalid");
  });

  test("pays the tag's fee on top, at the rate of the moment, to its owner", async () => {
    accepted(await edit("COPY_1", { default_fee_rate: 0.0001, pair_overrides: { [ETH]: 0.002 } }));
    const order_tag = "enum:owner.1:COPY_1";
    const own = await OutsideStream.openPrivate(venue, taker);
    await own.subscribe("executionreport");
    const rests = accepted(await maker.order({ ...BTC_ORDER, side: "SELL", order_tag, order_quantity: 0.02 })).data;
    const taken = accepted(await taker.order({ ...BTC_ORDER, order_tag })).data;
    // 600 × 0.0006 and 600 × 0.0001.
    const [bought] = await tradeOf(taker, taken.order_id);
    expect(bought).toMatchObject({ fee: 0.42, order_enum_fee: 0.06, order_enum_fee_rate: 0.0001, is_maker: 0 });
    expect((await tradeOf(maker, rests.order_id))[0]).toMatchObject({ fee: 0.24, order_enum_fee: 0.06, is_maker: 1 });
    const order = accepted(await taker.get(`/v1/order/${taken.order_id}`)).data;
    expect(order).toMatchObject({ total_fee: 0.42, order_tag });
    const filled = await own.next(({ data }) => data?.status === "FILLED");
    expect(filled.data).toMatchObject({ fee: 0.42, totalFee: 0.42, orderTag: order_tag });

    // The rest of the resting order pays what the tag charges at that time, even though it is archived.
    accepted(await edit("COPY_1", { default_fee_rate: 0.001 }));
    accepted(await archive("COPY_1"));
    accepted(await taker.order(BTC_ORDER));
    const [second, first] = await tradeOf(maker, rests.order_id);
    expect([first, second].map((trade) => trade!.order_enum_fee).sort()).toEqual([0.06, 0.6]);
    expectRefusal(await taker.order({ ...BTC_ORDER, order_tag }), [400, -1005, "order_tag is invalid"]);
    const [untagged] = accepted(await taker.get("/v1/trades?size=1")).data.rows!;
    expect(untagged).toMatchObject({ fee: 0.36, order_enum_fee: null, order_enum_fee_rate: null });
    const [tag] = await list(owner, "?include_archived=true&enum_id=COPY_1");
    expect(tag!.usage_stats).toEqual({ total_orders: 2, total_volume: "1800", total_fees_collected: "0.72" });
    own.close();
  });

  test("on a market with an override pays the overriding rate", async () => {
    accepted(await create({ enum_id: "BY_PAIR", pair_overrides: { [ETH]: 0.002 } }, admin));
    const eth = { symbol: ETH, order_price: 3_000, order_quantity: 0.1 };
    accepted(await maker.order({ ...eth, side: "SELL" }));
    const { order_id } = accepted(await taker.order({ ...eth, order_tag: "enum:demo:BY_PAIR" })).data;
    const [trade] = await tradeOf(taker, order_id);
    expect(trade).toMatchObject({ fee: 0.78, order_enum_fee: 0.6, order_enum_fee_rate: 0.002 });
  });
});

describe("fee rates", () => {
  const DEFAULTS = { maker_fee_rate: "0.0003", taker_fee_rate: "0.0006" };
  const defaults = async () => accepted(await admin.get("/v1/broker/fee_rate/default")).data;
  const setDefaults = (body: object) => admin.post("/v1/broker/fee_rate/default", body);
  const setRates = (body: object) => admin.post("/v1/broker/fee_rate/set", body);
  const userInfo = async (query: string) => accepted(await admin.get(`/v1/broker/user_info?${query}`)).data;

  /** What the two sides of a trade of 600 USDC pay. */
  async function feesOfTrade(): Promise<unknown> {
    const order = { symbol: BTC, order_price: 60_000, order_quantity: 0.01 };
    const rests = accepted(await maker.order({ ...order, side: "SELL" })).data;
    const taken = accepted(await taker.order(order)).data;
    const feeOf = async (trader: Trader, { order_id }: Row) =>
      accepted(await trader.get(`/v1/order/${order_id}`)).data.total_fee;
    return [await feeOf(maker, rests), await feeOf(taker, taken)];
  }

  test("of the builder apply from the next execution on", async () => {
    expect(await defaults()).toEqual({
      ...DEFAULTS,
      rwa_maker_fee_rate: "0.0003",
      rwa_taker_fee_rate: "0.0006",
    });
    expect(await feesOfTrade()).toEqual([0.18, 0.36]);
    const own = await OutsideStream.openPrivate(venue, taker);
    await own.subscribe("account");
    accepted(await setDefaults({ maker_fee_rate: 0, taker_fee_rate: "0.0005" }));
    expect((await own.take("account", 1))[0]!.data).toMatchObject({
      accountDetail: { futuresTakerFeeRate: 5, futuresMakerFeeRate: 0 },
    });
    // The rates are the same, so nothing is sent.
    accepted(await setDefaults({ maker_fee_rate: 0, taker_fee_rate: 0.0005 }));
    expect(own.framesOf("account")).toHaveLength(1);
    own.close();
    expect(await defaults()).toMatchObject({ maker_fee_rate: "0", taker_fee_rate: "0.0005" });
    expect(await feesOfTrade()).toEqual([0, 0.3]);
    const info = accepted(await taker.get("/v1/client/info")).data;
    expect(info).toMatchObject({ taker_fee_rate: 5, maker_fee_rate: 0, futures_taker_fee_rate: 5 });
  });

  test("of an account override the builder's, and are sent to the account", async () => {
    const own = await OutsideStream.openPrivate(venue, taker);
    await own.subscribe("account");
    accepted(await setRates({ account_ids: [taker.accountId], maker_fee_rate: 0.0002, taker_fee_rate: 0.0004 }));
    expect((await own.take("account", 1))[0]!.data).toMatchObject({
      accountDetail: { futuresTakerFeeRate: 4, futuresMakerFeeRate: 2 },
    });
    expect(await feesOfTrade()).toEqual([0, 0.24]);
    const page = { total: 1, records_per_page: 25, current_page: 1 };
    const row = {
      account_id: taker.accountId,
      address: taker.wallet.address.toLowerCase(),
      is_default_fee_rate: "false",
      maker_fee_rate: 0.0002,
      taker_fee_rate: 0.0004,
      rwa_maker_fee_rate: 0.0002,
      rwa_taker_fee_rate: 0.0004,
    };
    expect(await userInfo(`account_id=${taker.accountId}`)).toEqual({ rows: [row], meta: page });
    expect(await userInfo(`address=${taker.wallet.address}`)).toEqual({ rows: [row], meta: page });
    accepted(await admin.post("/v1/broker/fee_rate/set_default", { account_ids: [taker.accountId] }));
    expect((await userInfo(`account_id=${taker.accountId}`)).rows).toMatchObject([
      { is_default_fee_rate: "true", taker_fee_rate: 0.0005 },
    ]);
    expect(await feesOfTrade()).toEqual([0, 0.3]);
    await own.take("account", 2);
    own.close();
  });

  test("are refused out of range, off the step, and for accounts of other builders", async () => {
    const rates = { maker_fee_rate: 0.0003, taker_fee_rate: 0.0006 };
    const wrong: readonly (readonly [object, string])[] = [
      [{ maker_fee_rate: 0.0003 }, "taker_fee_rate must not be blank"],
      [{ taker_fee_rate: 0.0006 }, "maker_fee_rate must not be blank"],
      [{ ...rates, taker_fee_rate: 0.00029 }, "taker_fee_rate"],
      [{ ...rates, taker_fee_rate: 0.000305 }, "taker_fee_rate"],
      [{ ...rates, taker_fee_rate: 0.02 }, "taker_fee_rate"],
      [{ ...rates, maker_fee_rate: -0.00001 }, "maker_fee_rate"],
      [{ ...rates, maker_fee_rate: "x" }, "maker_fee_rate"],
    ];
    for (const [body, message] of wrong) {
      for (const answer of [await setDefaults(body), await setRates({ account_ids: [taker.accountId], ...body })]) {
        expectRefusal(answer, [400, -1005]);
        expect(answer.json.message).toContain(message);
      }
    }
    const named = async (account_ids: unknown, code: number, message: string): Promise<void> => {
      const answers = [
        await setRates({ account_ids, ...rates }),
        await admin.post("/v1/broker/fee_rate/set_default", { account_ids }),
      ];
      for (const answer of answers) {
        expectRefusal(answer, [400, code]);
        expect(answer.json.message).toContain(message);
      }
    };
    await named(undefined, -1005, "account_ids must not be blank");
    await named([], -1005, "account_ids");
    await named(Array(501).fill(taker.accountId), -1005, "account_ids");
    await named([owner.accountId], -1005, "account");
    await named([`0x${"ab".repeat(32)}`], -1006, "account does not exist");
    expectRefusal(await admin.get("/v1/broker/user_info"), [400, -1005]);
    expect((await userInfo(`account_id=${owner.accountId}`)).rows).toEqual([]);
    expect((await userInfo("address=0x0000000000000000000000000000000000000001")).rows).toEqual([]);
  });

  test("reach the fee account at midnight, where the administrator sees them", async () => {
    const now = await advance(venue.url, 0);
    const midnight = Math.ceil(now / 86_400_000) * 86_400_000;
    await advance(venue.url, midnight - now + 2_000);
    await owner.synchronise();
    const rows = accepted(await owner.get("/v1/client/distribution_history")).data.rows!;
    // 0.06 twice and 0.6: tag fees of an archived tag count as well.
    expect(rows).toMatchObject([{ token: "USDC", type: "BROKER_FEE", amount: 0.72, status: "COMPLETED" }]);
    for (const query of ["type=REFERRER_REBATE", "type=REFEREE_REBATE", "status=SPLIT"]) {
      expect(accepted(await owner.get(`/v1/client/distribution_history?${query}`)).data.rows).toEqual([]);
    }
    expectRefusal(await owner.get("/v1/client/distribution_history?type=TIP"), [400, -1005]);
    await taker.synchronise();
    expect(accepted(await taker.get("/v1/client/distribution_history")).data.rows).toEqual([]);
  });
});
