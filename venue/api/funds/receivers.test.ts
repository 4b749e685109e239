// Deposits by plain transfer: each account's address, and the deposits received there. Interface 4.8 and 4.9, errors 8.6.

import { beforeEach, describe, expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { concatHex, keccak256 } from "viem";
import { receiverOf } from "../../chain/receivers/receiver-address.ts";
import { serverOf } from "../../testing/memory-api.ts";
import { ApiVenue, START, type Trader } from "../testing/api-venue.ts";

const ADDRESS = "/v1/client/asset/receiver_address";
const EVENTS = "/v1/client/asset/receiver_events";
const FACTORY = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const AT_PAR = { cap: null, bandPpm: null, isAtPar: false };
const TOKEN = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

describe("the address of an account", () => {
  let api: ApiVenue;
  let alice: Trader;
  let bob: Trader;
  // The call is limited to ten requests a second, so each test starts with a new venue.
  beforeEach(async () => {
    api = new ApiVenue({
      receivers: { factory: FACTORY, tokens: [{ chainId: 1, token: "USDC", address: TOKEN, ...AT_PAR }] },
    });
    alice = await api.trader(0);
    bob = await api.trader(0);
  });
  const addressOf = async (trader: Trader, query = "chain_id=1") =>
    (await trader.call("GET", `${ADDRESS}?${query}`)).data.receiver_address;

  test("is the same on all chains and for all tokens, and no other account's", async () => {
    const own = await addressOf(alice);
    expect(own).toMatch(/^0x[0-9a-fA-F]{40}$/);
    for (const query of ["chain_id=42161", "chain_id=56&token=USDT", "chain_id=36900&token=USDC"]) {
      expect(await addressOf(alice, query)).toBe(own);
    }
    expect(await addressOf(bob)).not.toBe(own);
    expect(own).toBe(receiverOf(FACTORY, alice.accountId as `0x${string}`));
  });

  test("comes with the least deposit, and with the token's contract where the operator has named it", async () => {
    const shown = async (query: string) => {
      const { receiver_address, ...rest } = (await alice.call("GET", `${ADDRESS}?${query}`)).data;
      return rest;
    };
    expect(await shown("chain_id=1")).toEqual({ token_address: TOKEN, minimum_deposit: 5 });
    expect(await shown("chain_id=1&token=USDT")).toEqual({ token_address: null, minimum_deposit: 5 });
  });

  test.each([
    ["", -1005, "chain_id must not be blank"],
    ["chain_id=one", -1005, 'chain_id is invalid: "one", expected an integer'],
    ["chain_id=196", 83, "Chain id is not supported"],
    ["chain_id=10", 82, "Chain id does not exist"],
    ["chain_id=0", 82, "Chain id does not exist"],
    ["chain_id=1&token=DAI", 33, "Token is not supported"],
  ])("%s: %i", async (query, code, message) => {
    expect(await alice.call("GET", `${ADDRESS}?${query}`)).toMatchObject({ status: 400, code, message });
  });

  test("does not exist for a sub-account, nor for a strategy vault's fund", async () => {
    const more = { accountId: `0x${"5b".repeat(32)}`, description: "" };
    const { created } = api.apply({ type: "add_sub_account", account: alice.account, number: 1, ...more });
    const asSub = { "SVC-Account-Id": api.engine.account(created).accountId };
    const refused = { status: 400, code: 84, message: "Account type is not supported" };
    expect(await alice.call("GET", `${ADDRESS}?chain_id=1`, undefined, asSub)).toMatchObject(refused);
    const { wallet, account: fund } = bob;
    const provider = api.memory.openAccount({ wallet, brokerId: "another" }).account;
    const vault = { vaultId: `0x${"7a".repeat(32)}`, name: "Steady", performanceFeePercent: 20 };
    api.apply({ type: "create_vault", ...vault, provider, fund, kind: "operator" });
    expect(await bob.call("GET", `${ADDRESS}?chain_id=1`)).toMatchObject(refused);
  });
});

test("an address can be computed by any program: CREATE2 of the factory's minimal proxy, salted with the account", () => {
  const accountId = `0x${"00".repeat(31)}01` as const;
  const proxy = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${FACTORY.slice(2)}5af43d82803e903d91602b57fd5bf3`;
  const hash = keccak256(concatHex(["0xff", FACTORY, accountId, keccak256(proxy as `0x${string}`)]));
  expect(receiverOf(FACTORY, accountId).toLowerCase()).toBe(`0x${hash.slice(26)}`);
});

test("a venue without a factory hands out no address where money would be lost", async () => {
  const api = new ApiVenue({ receivers: { factory: "none", tokens: [] } });
  const trader = await api.trader(0);
  const refused = { status: 400, code: -1011, message: "this venue takes no deposits by transfer" };
  expect(await trader.call("GET", `${ADDRESS}?chain_id=1`)).toMatchObject(refused);
  expect(await trader.call("GET", `${ADDRESS}?chain_id=196`)).toMatchObject({ code: 83 });
});

test("an address on a chain where none was ever swept is not shown", async () => {
  const api = new ApiVenue();
  let isProven = false;
  const [takes, tokenOn, give] = [() => true, () => TOKEN, async () => null];
  const receivers = { factory: FACTORY as `0x${string}`, takes, tokenOn, give, wanted() {}, isProven: () => isProven };
  Object.assign(api.memory, { api: serverOf(api.memory, { parts: { receivers } }) });
  const trader = await api.trader(0);
  const message = "deposits by transfer on chain 1 are not open yet";
  expect(await trader.call("GET", `${ADDRESS}?chain_id=1`)).toMatchObject({ status: 400, code: -1011, message });
  isProven = true;
  expect((await trader.call("GET", `${ADDRESS}?chain_id=1`)).data.token_address).toBe(TOKEN);
});

test("deposits to the address, and no others, are listed with their state, newest first", async () => {
  const api = new ApiVenue();
  const [alice, bob] = [await api.trader(100), await api.trader(100)];
  const sent = (account: number, usdc: number, [chainId, transaction, token]: [number, string, string]) => {
    const onChain = { key: `${chainId}:${transaction}:0`, chainId, transaction };
    const reference = `receiver:${chainId}:${transaction}:3:${token}`;
    return { onChain, terms: { account, amount: micros(usdc * 1e6), source: "receiver" as const, reference } };
  };
  const observe = ({ onChain, terms }: ReturnType<typeof sent>, state: "PENDING" | "PROCESSED") =>
    api.apply({ type: "observe_deposit", ...onChain, ...terms, state });
  const credit = ({ onChain, terms }: ReturnType<typeof sent>) =>
    api.apply({ type: "credit_deposit", onChain, ...terms });
  expect((await alice.call("GET", EVENTS)).data).toEqual({ rows: [] });

  const first = sent(alice.account, 5, [1, "0xaa", "USDC"]);
  const second = sent(alice.account, 7.5, [42161, "0xcc", "USDT"]);
  observe(first, "PENDING");
  const more = { account: alice.account, amount: micros(6e6), source: "chain" as const };
  api.apply({ type: "credit_deposit", ...more, reference: "deposit:196:0xbb:1" });
  api.now = START + 9;
  observe(second, "PENDING");
  credit(sent(bob.account, 8, [56, "0xdd", "USDC"]));
  const shown = async () =>
    (await alice.call("GET", EVENTS)).data.rows.map((row: Record<string, unknown>) => [row.tx_id, row.trans_status]);
  expect(await shown()).toEqual([
    ["0xcc", "PENDING"],
    ["0xaa", "PENDING"],
  ]);
  api.now = START + 20;
  observe(first, "PROCESSED");
  api.apply({ type: "drop_deposit", key: second.onChain.key, reason: "the token refuses" });
  expect((await alice.call("GET", EVENTS)).data.rows).toEqual([
    {
      ...{ chain_id: "42161", tx_id: "0xcc", token: "USDT", amount: 7.5, trans_status: "FAILED" },
      ...{ fail_reason: "the token refuses", created_time: START + 9, updated_time: START + 20 },
    },
    {
      ...{ chain_id: "1", tx_id: "0xaa", token: "USDC", amount: 5, trans_status: "PROCESSED" },
      ...{ created_time: START, updated_time: START + 20 },
    },
  ]);
  api.now = START + 30;
  observe(second, "PROCESSED");
  credit(first);
  // Credited by an operator, who gives only the reference.
  api.apply({ type: "drop_deposit", key: second.onChain.key, reason: "less came" });
  api.apply({ type: "credit_deposit", ...second.terms });
  expect(await shown()).toEqual([
    ["0xcc", "COMPLETED"],
    ["0xaa", "COMPLETED"],
  ]);
});
