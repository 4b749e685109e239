// Referral through the interface: who may be given a code and by whom, who may bind to one and when, and that all
// figures match what was traded and paid. Rules 8.5.

import { beforeAll, describe, expect, test } from "bun:test";
import { subAccountIdOf } from "@evermark/interface/chain/account-id.ts";
import { ApiVenue, ETHER, type Trader } from "../testing/api-venue.ts";

const DAY_MS = 86_400_000;
const api = new ApiVenue();
let admin: Trader;
let referrer: Trader;
let referee: Trader;
let stranger: Trader;
let maker: Trader;

beforeAll(async () => {
  // The first account of a builder is its administrator.
  admin = await api.trader(0);
  referrer = await api.trader(0);
  referee = await api.trader(0);
  stranger = await api.trader(0);
  maker = await api.trader(1_000_000);
  api.price(ETHER, 2_000);
});

const outcome = ({ status, code }: { readonly status: number; readonly code?: number }) =>
  status === 200 ? 200 : [status, code];
async function post(caller: Trader, path: string, body: object, headers: Record<string, string> = {}) {
  api.now += 1_000;
  return outcome(await caller.call("POST", `/v1/${path}`, body, headers));
}
const CODE = {
  referral_code: "FRIEND",
  bonus_max_rebate_rate: 0.5,
  bonus_referrer_rebate_rate: 0.6,
  bonus_referee_rebate_rate: 0.4,
};
const create = (caller: Trader, account: Trader, changes: object = {}) =>
  post(caller, "referral/create", { account_id: account.accountId, ...CODE, ...changes });
const bind = (caller: Trader, referral_code: unknown, headers: Record<string, string> = {}) =>
  post(caller, "referral/bind", { referral_code }, headers);
async function info(caller: Trader, headers: Record<string, string> = {}) {
  api.now += 1_000;
  return (await caller.call("GET", "/v1/referral/info", undefined, headers)).data;
}
const pay = ({ account }: Trader, usdc: number) => api.memory.deposit(account, usdc);

test("codes are given by the administrator, to main accounts of the builder", async () => {
  expect(await create(referrer, referrer)).toEqual([401, -1002]);
  const { accountId } = api.memory.openAccount({ brokerId: "other" });
  expect(await post(admin, "referral/create", { ...CODE, account_id: accountId })).toEqual([400, -1006]);
  expect(await post(admin, "referral/create", { ...CODE, account_id: "0x1" })).toEqual([400, -1006]);
  for (const referral_code of ["ABC", "lower", "SPACE D", "SIXTEENLETTERSXX", ""]) {
    expect(await create(admin, referrer, { referral_code })).toEqual([400, -1005]);
  }
  for (const rates of [
    { bonus_max_rebate_rate: 1.1 },
    { bonus_max_rebate_rate: -0.1 },
    { bonus_referee_rebate_rate: 0.41 },
    { bonus_referrer_rebate_rate: 1.4, bonus_referee_rebate_rate: -0.4 },
    { bonus_max_rebate_rate: "half" },
  ]) {
    expect(await create(admin, referrer, rates)).toEqual([400, -1005]);
  }
  expect(await create(admin, referrer)).toBe(200);
  expect(await create(admin, maker)).toEqual([409, -1007]);
});

test("an account binds itself once, for good, before its first deposit, and never to itself", async () => {
  expect(await bind(referrer, "FRIEND")).toEqual([400, -1012]);
  expect(await bind(referee, "UNKNOWN")).toEqual([400, -1006]);
  expect(await bind(maker, "FRIEND")).toEqual([400, -1012]);
  const accountId = subAccountIdOf(referee.accountId, 1);
  api.apply({ type: "add_sub_account", account: referee.account, number: 1, accountId, description: "" });
  expect(await bind(referee, "FRIEND", { "SVC-Account-Id": accountId })).toEqual([400, -1012]);
  expect(await bind(referee, "FRIEND")).toBe(200);
  expect(await bind(referee, "FRIEND")).toEqual([409, -1007]);
  expect(await info(referee)).toMatchObject({
    referrer_info: { total_invites: 0, referral_codes: [] },
    referee_info: { referer_code: "FRIEND", bonus_referee_rebate_rate: 0.4, referee_rebate_rate: 0.4 },
  });
  expect((await info(referee, { "SVC-Account-Id": accountId })).referee_info.referer_code).toBe("FRIEND");
  expect((await info(stranger)).referee_info.referer_code).toBeNull();
  expect((await info(referrer)).referrer_info).toMatchObject({ "1d_invites": 1, total_invites: 1, total_traded: 0 });
});

describe("figures", () => {
  const trade = async (caller: Trader, quantity: number) => {
    api.now += 1_000;
    const order = { symbol: ETHER, order_type: "LIMIT", order_price: 2_000, order_quantity: quantity };
    expect(outcome(await maker.call("POST", "/v1/order", { ...order, side: "SELL" }))).toBe(200);
    expect((await caller.call("POST", "/v1/order", order && { ...order, side: "BUY" })).data.status).toBe("FILLED");
  };
  const midnight = (days = 1) => {
    for (let left = days; left > 0; left--) {
      api.now = (Math.floor(api.now / DAY_MS) + 1) * DAY_MS;
      api.apply({ type: "tick" });
    }
  };

  test("follow the referees' trading, and both sides' rebates at midnight", async () => {
    pay(referee, 10_000);
    pay(stranger, 10_000);
    await trade(referee, 1);
    await trade(referee, 2);
    await trade(stranger, 5);
    const traded = { total_traded: 1, "1d_traded": 1, "1d_referee_volume": 6_000, total_referee_volume: 6_000 };
    expect((await info(referrer)).referrer_info).toMatchObject({ ...traded, total_referrer_rebate: 0 });
    midnight();
    // 6 bp of 6,000 are 3.6: 3 bp go to the builder's tier, the builder has the other 1.8 and gives half of that back.
    const { referrer_info: as, referee_info: none } = await info(referrer);
    expect(as).toMatchObject({
      ...{ "1d_referrer_rebate": 0.54, "7d_referrer_rebate": 0.54, total_referrer_rebate: 0.54 },
      ...{ "1d_traded": 0, "7d_traded": 1, "30d_traded": 1, total_traded: 1 },
      ...{ "1d_referee_volume": 0, "7d_referee_volume": 6_000, "1d_invites": 0, "7d_invites": 1 },
    });
    expect(as.referral_codes).toEqual([
      {
        ...{ code: "FRIEND", max_rebate_rate: 0.5, bonus_max_rebate_rate: 0.5, referrer_rebate_rate: 0.6 },
        ...{ bonus_referrer_rebate_rate: 0.6, referee_rebate_rate: 0.4, bonus_referee_rebate_rate: 0.4 },
        ...{ total_invites: 1, total_traded: 1 },
      },
    ]);
    expect(none.total_referee_rebate).toBe(0);
    expect((await info(referee)).referee_info).toMatchObject({ "1d_referee_rebate": 0.36, total_referee_rebate: 0.36 });
    expect(api.engine.margin(referrer.account).holding as number).toBe(540_000);
    midnight(30);
    const after = (await info(referrer)).referrer_info;
    expect(after).toMatchObject({
      ...{ "30d_referee_volume": 0, "30d_traded": 0, "30d_invites": 0, "30d_referrer_rebate": 0 },
      ...{ total_referee_volume: 6_000, total_traded: 1, total_invites: 1, total_referrer_rebate: 0.54 },
    });
  });
});

describe("affiliates", () => {
  const rate = (caller: Trader, account: Trader, rebate_rate: unknown, changes: object = {}) =>
    post(caller, "referral/multi_level/rebate_rate/update", { account_id: account.accountId, rebate_rate, ...changes });
  const shown = async (caller: Trader) => {
    api.now += 1_000;
    return (await caller.call("GET", "/v1/referral/multi_level/rebate_info")).data;
  };

  test("are appointed by the administrator, and by affiliates among their own referees", async () => {
    expect(await rate(referrer, referrer, 0.5)).toEqual([401, -1002]);
    expect(await rate(referrer, referee, 0.1)).toEqual([401, -1002]);
    expect(await rate(admin, referrer, 1.1)).toEqual([400, -1005]);
    expect(await post(admin, "referral/multi_level/rebate_rate/update", { account_id: "0x1", rebate_rate: 0 })).toEqual(
      [400, -1006],
    );
    expect(await rate(admin, referrer, 0.5)).toBe(200);
    expect(await rate(referrer, stranger, 0.1)).toEqual([401, -1002]);
    expect(await rate(referrer, referrer, 1)).toEqual([401, -1002]);
    expect(await rate(referrer, referee, 0.6)).toEqual([400, -1005]);
    expect(await rate(referrer, referee, 0.3, { parent_account_id: stranger.accountId })).toEqual([400, -1012]);
    expect(await rate(referrer, referee, 0.3)).toBe(200);
    expect(await shown(referee)).toEqual({
      ...{ rebate_rate: 0.3, parent_account_id: referrer.accountId, basis: "builder_revenue" },
      is_administrator: false,
    });
    expect(await shown(stranger)).toEqual({
      rebate_rate: null,
      parent_account_id: null,
      basis: "builder_revenue",
      is_administrator: false,
    });
    // An affiliate can't move an account that the administrator has put elsewhere.
    expect(await rate(admin, stranger, 0.9)).toBe(200);
    expect(await rate(admin, referee, 0.2, { parent_account_id: stranger.accountId })).toBe(200);
    expect(await rate(referrer, referee, 0.3)).toEqual([400, -1012]);
  });

  test("earn on the basis that the administrator sets", async () => {
    expect(await post(referrer, "referral/multi_level/basis", { basis: "trading_fee" })).toEqual([401, -1002]);
    expect(await post(admin, "referral/multi_level/basis", { basis: "profit" })).toEqual([400, -1005]);
    expect(await post(admin, "referral/multi_level/basis", { basis: "trading_fee" })).toBe(200);
    expect((await shown(referrer)).basis).toBe("trading_fee");
  });
});

test("an archived fee tag comes back when its administrator asks", async () => {
  const tag = { enum_id: "COPY", name: "copy", default_fee_rate: 0.0001 };
  expect(await post(admin, "broker/order_enum", tag)).toBe(200);
  const unarchive = (caller: Trader, enum_id: string) => post(caller, "broker/order_enum/unarchive", { enum_id });
  expect(await unarchive(admin, "COPY")).toEqual([400, -1012]);
  expect(await unarchive(admin, "NONE")).toEqual([400, -1202]);
  expect(await post(admin, "broker/order_enum/archive", { enum_id: "COPY" })).toBe(200);
  expect(await unarchive(stranger, "COPY")).toEqual([401, -1002]);
  expect(await unarchive(admin, "COPY")).toBe(200);
  expect(await post(admin, "broker/order_enum/archive", { enum_id: "COPY" })).toBe(200);
  api.now += 30 * DAY_MS;
  expect(await unarchive(admin, "COPY")).toEqual([400, -1205]);
});
