import { describe, expect, test } from "bun:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { ConfigurationChanges } from "../../configuration/load.ts";
import { memoryApi } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { openAccount, post, type RestAnswer } from "../../testing/rest-caller.ts";
import { refusalOf } from "../../wire/api-error.ts";

const refused = ({ status, json }: RestAnswer) => [status, json.code, json.message];

/** A sandbox that records the requests to its controls. */
function sandboxVenue(configuration: ConfigurationChanges = {}, hasChain = false) {
  const pinned: number[] = [];
  const freed: number[] = [];
  const chain = {
    fundWallet: async (wallet: string, amount: number) => `${wallet}:${amount}`,
    askChain: async (method: string, params: readonly unknown[]) => ({ result: { method, params }, error: null }),
  };
  const prices = {
    pinPrice: (market: number) => void pinned.push(market),
    freePrice: (market: number) => void freed.push(market),
  };
  const memory = memoryApi({ configuration, controls: { ...prices, ...(hasChain && chain) } });
  return { memory, api: memory.api, pinned, freed };
}

describe("test USDC and gas on the sandbox's own chain", () => {
  const wallet = "0xABCDEF0000000000000000000000000000000001";

  test("are sent to a wallet", async () => {
    const { api } = sandboxVenue({}, true);
    const answer = await post(api, "/sandbox/chain_faucet", { address: wallet, usdc: "1000.5" });
    expect(answer.json.data).toEqual({ tx_hash: `${wallet.toLowerCase()}:1000500000` });
    expect(refused(await post(api, "/sandbox/chain_faucet", { address: "0x12", usdc: 1 }))[0]).toBe(400);
    expect(refused(await post(api, "/sandbox/chain_faucet", { address: wallet, usdc: 0 }))[0]).toBe(400);
    expect(refused(await post(api, "/sandbox/chain_faucet", { address: wallet, usdc: 100_000_001 }))).toEqual([
      400,
      -1005,
      "usdc is invalid: 100000001, expected at most 100000000",
    ]);
  });

  test("are not available without such a chain", async () => {
    const { api } = sandboxVenue();
    const answer = await post(api, "/sandbox/chain_faucet", { address: wallet, usdc: 1 });
    expect(refused(answer)[2]).toBe("there is no chain of the sandbox's own, or it is not there yet");
  });
});

describe("the node of the sandbox's own chain", () => {
  test("is asked what a wallet has to know, and nothing else", async () => {
    const { api } = sandboxVenue({}, true);
    const params = ["0xab", "latest"];
    const answer = await post(api, "/sandbox/chain_rpc", { method: "eth_getBalance", params });
    expect(answer.json.data).toEqual({ result: { method: "eth_getBalance", params }, error: null });
    const chainId = await post(api, "/sandbox/chain_rpc", { method: "eth_chainId" });
    expect(chainId.json.data).toMatchObject({ result: { params: [] } });
    for (const method of ["anvil_setBalance", "eth_accounts", "debug_traceCall", ""]) {
      expect(refused(await post(api, "/sandbox/chain_rpc", { method }))[0]).toBe(400);
    }
    const many = await post(api, "/sandbox/chain_rpc", { method: "eth_call", params: [1, 2, 3, 4, 5] });
    expect(refused(many)[0]).toBe(400);
  });

  test("is not available without such a chain", async () => {
    const { api } = sandboxVenue();
    const answer = await post(api, "/sandbox/chain_rpc", { method: "eth_chainId" });
    expect(refused(answer)[2]).toBe("there is no chain of the sandbox's own, or it is not there yet");
  });
});

describe("prices", () => {
  test("are set together, exactly as written, and mark prices follow at once", async () => {
    const { memory, api, pinned } = sandboxVenue();
    const { engine } = memory;
    const before = engine.commandCount;
    const answer = await post(api, "/sandbox/prices", { prices: { PERP_BTC_USDC: 61000.5, PERP_ETH_USDC: "2500.25" } });
    expect(answer.json).toEqual({ success: true, timestamp: MEMORY_VENUE_START });
    expect(engine.commandCount).toBe(before + 1);
    const bitcoin = engine.market(engine.findMarket("PERP_BTC_USDC"));
    const price = (61000.5 * 1e8) / bitcoin.parameters.quoteTick;
    expect([Number(bitcoin.index), Number(bitcoin.mark)]).toEqual([price, price]);
    expect(pinned).toEqual([engine.findMarket("PERP_BTC_USDC"), engine.findMarket("PERP_ETH_USDC")]);
  });

  test("are freed together with others that are set", async () => {
    const { memory, api, pinned, freed } = sandboxVenue();
    const index = () => Number(memory.engine.market(memory.engine.findMarket("PERP_BTC_USDC")).index);
    await post(api, "/sandbox/prices", { prices: { PERP_BTC_USDC: 61000 } });
    const before = index();
    const answer = await post(api, "/sandbox/prices", { prices: { PERP_BTC_USDC: null, PERP_ETH_USDC: 2500 } });
    expect([answer.status, index()]).toEqual([200, before]);
    expect([pinned, freed]).toEqual([
      ["PERP_BTC_USDC", "PERP_ETH_USDC"].map((symbol) => memory.engine.findMarket(symbol)),
      [memory.engine.findMarket("PERP_BTC_USDC")],
    ]);
  });

  test("that are not prices, or of no market, are named and change nothing", async () => {
    const { memory, api, pinned } = sandboxVenue();
    const mark = memory.engine.market(0).mark;
    const cases: [unknown, string][] = [
      [{}, "prices must not be blank"],
      [{ prices: 5 }, "prices is invalid: 5, expected a price, or null, for each symbol"],
      [{ prices: { PERP_BTC_USDC: {} } }, "prices is invalid: an object, expected a price, or null, for each symbol"],
      [{ prices: {} }, "prices is invalid: it names no symbol"],
      [{ prices: { PERP_BTC_USDC: 1, PERP_FOO_USDC: 1 } }, "invalid symbol PERP_FOO_USDC"],
      [JSON.parse('{"prices":{"__proto__":1}}'), "invalid symbol __proto__"],
      [{ prices: { PERP_BTC_USDC: "abc" } }, "PERP_BTC_USDC is invalid"],
      [{ prices: { PERP_BTC_USDC: 0 } }, "PERP_BTC_USDC must be a positive number"],
      [{ prices: { PERP_BTC_USDC: "1.123456789" } }, "PERP_BTC_USDC has more than 8 decimals"],
    ];
    for (const [body, message] of cases) {
      expect(refused(await post(api, "/sandbox/prices", body))).toEqual([400, -1005, message]);
    }
    const beyond = await post(api, "/sandbox/prices", { prices: { PERP_BTC_USDC: 1e30 } });
    expect([beyond.status, beyond.json.code]).toEqual([400, -1005]);
    expect(pinned).toEqual([]);
    expect(memory.engine.market(0).mark).toBe(mark);
  });
});

describe("time", () => {
  test("moves by the requested time, and the answer shows the new time", async () => {
    const { api } = sandboxVenue();
    const answer = await post(api, "/sandbox/clock", { advance_ms: 28_800_000 });
    const time = MEMORY_VENUE_START + 28_800_000;
    expect(answer.json).toEqual({ success: true, timestamp: time, data: { time } });
  });

  test("may have moved or not, where several nodes share it and no database answers", async () => {
    const advanceClock = () => Promise.reject(refusalOf({ unavailable: "it is not known", isUncertain: true }));
    const { api } = memoryApi({ controls: { advanceClock } });
    const answer = refused(await post(api, "/sandbox/clock", { advance_ms: 1_000 }));
    expect(answer).toEqual([503, -1011, expect.stringContaining("it is not known")]);
  });

  test("does not move by anything but a number of milliseconds", async () => {
    const { api, memory } = sandboxVenue();
    expect((await post(api, "/sandbox/clock", {})).json.message).toBe("advance_ms must not be blank");
    for (const bad of [-1, 1.5, "x", [], true, 366 * 86_400_000 + 1]) {
      const answer = await post(api, "/sandbox/clock", { advance_ms: bad });
      expect([answer.status, answer.json.code]).toEqual([400, -1005]);
      expect(answer.json.message).toStartWith("advance_ms is invalid");
    }
    expect(memory.venue.clock.now()).toBe(MEMORY_VENUE_START);
  });
});

describe("the faucet", () => {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const claim = (api: ReturnType<typeof sandboxVenue>["api"]) =>
    post(api, "/v1/faucet/usdc", { user_address: wallet.address.toLowerCase(), broker_id: "demo", chain_id: "196" });

  test("credits its amount to an existing account", async () => {
    const { api, memory } = sandboxVenue();
    const opened = await openAccount(api, wallet, "demo");
    expect((await claim(api)).json).toEqual({ success: true, timestamp: MEMORY_VENUE_START });
    const account = memory.engine.findAccount(String(opened.json.data?.account_id));
    expect(memory.engine.margin(account).holding).toBe(memory.venue.configuration.faucet.amount);
  });

  test("pays as often as configured and no more, also when all claims arrive at once", async () => {
    const { api, memory } = sandboxVenue({ faucet: { claimsPerAccount: 5 } });
    const opened = await openAccount(api, wallet, "demo");
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim(api)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    expect(refused(answers.at(-1)!)).toEqual([400, -1012, "the faucet is empty for this account"]);
    const account = memory.engine.findAccount(String(opened.json.data?.account_id));
    expect(Number(memory.engine.margin(account).holding)).toBe(memory.venue.configuration.faucet.amount * 5);
  });

  test("continues after numbers that were used before", async () => {
    const { api, memory } = sandboxVenue();
    const opened = await openAccount(api, wallet, "demo");
    const account = memory.engine.findAccount(String(opened.json.data?.account_id));
    const { amount } = memory.venue.configuration.faucet;
    memory.apply({ type: "credit_deposit", account, amount, source: "faucet", reference: `faucet:${account}:2` });
    expect((await claim(api)).status).toBe(200);
    expect((await claim(api)).status).toBe(200);
    expect(Number(memory.engine.margin(account).holding)).toBe(amount * 3);
  });

  test("does not count a claim that the journal could not take", async () => {
    const { api, memory } = sandboxVenue({ faucet: { claimsPerAccount: 2 } });
    await openAccount(api, wallet, "demo");
    memory.failJournal();
    const lost = await Promise.all([claim(api), claim(api)]);
    expect(lost.map(({ status }) => status)).toEqual([503, 503]);
    memory.failJournal(null);
    const answers = [await claim(api), await claim(api), await claim(api)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  test("refuses an account that does not exist", async () => {
    const { api } = sandboxVenue();
    expect(refused(await claim(api))).toEqual([400, -1006, "account does not exist"]);
    const unnamed = await post(api, "/v1/faucet/usdc", { broker_id: "demo" });
    expect(refused(unnamed)).toEqual([400, -1005, "user_address must not be blank"]);
  });
});
