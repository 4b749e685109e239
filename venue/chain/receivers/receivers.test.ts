// Deposits by transfer on real chains: Anvil, the factory, tokens of 6 and of 18 decimals, and the venue's engine.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  deployReceiverFactory,
  depositReceiverAbi,
  receiptOf,
  testTokenAbi,
  testUsdcAbi,
  testUsdcBytecode,
  trySweep,
} from "@evermark/contracts";
import { micros } from "@evermark/engine";
import { createTestClient, createWalletClient, erc20Abi, type Hex, http, numberToHex, publicActions } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type MemoryVenue, memoryVenue } from "../../testing/memory-venue.ts";
import { localSigner } from "../keys/local-signer.ts";
import { SigningFailed, type TransactionSigner } from "../keys/transaction-signer.ts";
import { findAnvil } from "../local-node/anvil-program.ts";
import { reserveMetrics } from "../reserves/reserve-metrics.ts";
import { Reserves } from "../reserves/reserves.ts";
import { HELD_BACK } from "../reserves/tokens/held-back.ts";
import { TokenLimits, type TokenTerms } from "../reserves/tokens/token-limits.ts";
import { TokenPeg } from "../reserves/tokens/token-peg.ts";
import type { TreasuryReport } from "../reserves/treasury-rows.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";
import { findChain, OtherChain } from "./find-chain.ts";
import { LocalPlace, LocalReceiverChain, type OpenedLocalChain } from "./local-receiver-chain.ts";
import { ReceiverAccounts } from "./receiver-accounts.ts";
import { receiverOf } from "./receiver-address.ts";
import type { ReceiverChain } from "./receiver-chain.ts";
import { ReceiverWatch } from "./receiver-watch.ts";
import { StrayCoins } from "./stray-coin.ts";
import { Sweeper } from "./sweeper.ts";
import { TrialSweep } from "./trial-sweep.ts";

const CHAIN = 56;
const directory = mkdtempSync(join(tmpdir(), "receivers-"));
const place = new LocalPlace(directory);
const [usdc, usdt] = place.tokens.map(({ address }) => address) as [Hex, Hex];
const local = new LocalReceiverChain({
  chainId: CHAIN,
  place,
  program: findAnvil()!,
  log: memoryVenue().venue.log,
  onDurable() {},
  onRestart() {},
});
const whole = (tokens: number): bigint => BigInt(tokens) * 10n ** 18n;

let opened: OpenedLocalChain;
let chain: ReceiverChain;
beforeAll(async () => {
  opened = await local.open();
  chain = await findChain(opened.reader, expected());
});
afterAll(async () => {
  await local.stop();
  rmSync(directory, { recursive: true });
});

const expected = () => {
  const { factory, treasury, tokens } = place;
  return { chainId: CHAIN, factory, treasury, tokens, confirmations: 1 };
};

const client = () => createTestClient({ mode: "anvil", transport: http(local.url) }).extend(publicActions);
const treasuryHas = (token: Hex) =>
  client().readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [place.treasury] });

interface Watched {
  readonly memory: MemoryVenue;
  readonly watch: ReceiverWatch;
  readonly sweeper: Sweeper;
  readonly reserves: Reserves;
  readonly accounts: readonly { readonly account: number; readonly address: Hex }[];
}

/** At how many addresses coin was found, for each look. */
const strays: number[] = [];
let opening = 0;
/** A venue that has read nothing yet. @param count of accounts */
function watched(
  count: number,
  file = join(directory, `${++opening}.place`),
  memory = venueWith(count),
  { its = chain, key = place.keys.operator, steady = () => performance.now(), limits = anyAmount() } = {},
): Watched {
  const { engine, venue } = memory;
  const { reader, nodes } = opened;
  const accountId = (account: number) => engine.account(account).accountId as Hex;
  const signer = localSigner(key);
  const sweeper = new Sweeper({ chain: its, accountId, reader, nodes, signer, steady, log: venue.log });
  const accounts = new ReceiverAccounts(engine, place.factory);
  const { sequencer, log } = venue;
  const coins = new StrayCoins({
    chain: its,
    reader,
    accounts,
    accountId,
    steady,
    log,
    onLook: (found) => strays.push(found),
  });
  const reserves = reservesOf(memory);
  const onTreasury = (report: TreasuryReport) => reserves.onTreasury(report);
  const parts = { reader, accounts, sweeper, coins, engine, sequencer, file, log, limits, onTreasury };
  const watch = new ReceiverWatch({ chain: its, firstBlock: 0, ...parts });
  const users = Array.from({ length: engine.accountCount }, (_, account) => account).slice(-count);
  return {
    ...{ memory, watch, sweeper, reserves },
    accounts: users.map((account) => ({ account, address: receiverOf(place.factory, accountId(account)) })),
  };
}

type Terms = Partial<TokenTerms>;

/** Terms by token; a token that is not named is at par and without a cap. */
function limitsOf(terms: Readonly<Record<string, Terms>>): TokenLimits {
  const any = {
    cap: micros(Number.MAX_SAFE_INTEGER),
    peg: new TokenPeg({ bandPpm: 1, worth: "par", steady: () => 0 }),
  };
  return new TokenLimits(new Map(["USDC", "USDT"].map((symbol) => [symbol, { ...any, ...terms[symbol] }])));
}
const anyAmount = () => limitsOf({});

/** As in production; for a venue whose money is only in treasuries. */
function reservesOf({ engine, venue: { log, metrics } }: MemoryVenue): Reserves {
  const broken = new Map<string, string>();
  const condition = (name: string) => ({
    broken: (reason: string) => void broken.set(name, reason),
    holds: () => void broken.delete(name),
  });
  reasons.set(engine, broken);
  metrics.registry.clear();
  let looks = 0;
  return new Reserves({
    ...{ engine, log, hasVault: false, chainId: 196, alarms: true, lookAtVault() {} },
    // Half a minute passes with each call.
    steady: () => 30_000 * ++looks,
    vault: () => ({ address: null, contract: null }),
    conditions: { reserves: condition("reserves"), tokens: condition("receiver_tokens") },
    metrics: reserveMetrics(metrics.registry),
  });
}
/** What `/health` would show. */
const reasons = new WeakMap<object, Map<string, string>>();
const reasonOf = ({ memory: { engine } }: Watched, name: string) => reasons.get(engine)?.get(name);

/** Transfers from the treasury with its key. */
async function takeFromTreasury(token: Hex, value: bigint): Promise<void> {
  const wallet = createWalletClient({ account: privateKeyToAccount(place.keys.admin), transport: http(local.url) });
  const sent = { abi: erc20Abi, functionName: "transfer", args: [numberToHex(0xdead, { size: 20 }), value] } as const;
  await receiptOf(client(), await wallet.writeContract({ chain: null, address: token, ...sent }), "taken");
  await local.settle();
}

let users = 0;
function venueWith(count: number): MemoryVenue {
  const memory = memoryVenue();
  // No two venues on the chain have an account in common.
  for (let i = 0; i < count; i++) memory.openAccount({ wallet: numberToHex(++users, { size: 20 }) });
  return memory;
}

/** Sends newly minted test money, in a block of its own that is final. */
async function send(token: Hex, to: Hex, value: bigint): Promise<Hex> {
  const wallet = createWalletClient({ account: privateKeyToAccount(place.keys.mint), transport: http(local.url) });
  const sent = { chain: null, address: token, abi: testTokenAbi, functionName: "mint", args: [to, value] } as const;
  const hash = await wallet.writeContract(sent);
  await receiptOf(client(), hash, "test money");
  await local.settle();
  return hash;
}

async function rounds(watch: ReceiverWatch, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await local.settle();
    await watch.round();
  }
}

const holding = ({ memory: { engine } }: Watched, account: number): number => engine.balance(account).holding;
const stateOf = ({ memory: { engine } }: Watched) => engine.funds.pendingDeposits().map(({ state }) => state);

test("a transfer to an account's address is shown, swept to the treasury and credited once", async () => {
  const venue = watched(2);
  const [alice, bob] = venue.accounts as [Watched["accounts"][0], Watched["accounts"][0]];
  const before = await treasuryHas(usdc);
  const hash = await send(usdc, alice.address, whole(20));
  const states = [];
  for (let i = 0; i < 4; i++) {
    await rounds(venue.watch, 1);
    states.push(stateOf(venue)[0] ?? "COMPLETED");
  }
  expect(states).toEqual(["PENDING", "COMPLETED", "COMPLETED", "COMPLETED"]);
  expect(holding(venue, alice.account)).toBe(20e6);
  expect(holding(venue, bob.account)).toBe(0);
  expect((await treasuryHas(usdc)) - before).toBe(whole(20));
  const { index } = (
    await opened.reader.logs({
      addresses: [usdc],
      from: 0,
      to: await opened.reader.head(),
    })
  ).find((log) => log.transaction === hash)!;
  expect(venue.memory.engine.funds.isCredited(`receiver:56:${hash}:${index}:USDC`)).toBe(true);
});

test("transfers below the minimum are never credited, not even together; fractions of a millionth belong to no account", async () => {
  const venue = watched(1);
  const [alice] = venue.accounts as [Watched["accounts"][0]];
  await send(usdt, alice.address, whole(3));
  await send(usdt, alice.address, whole(3));
  await rounds(venue.watch, 3);
  expect(holding(venue, alice.account)).toBe(0);
  const before = await treasuryHas(usdt);
  await send(usdt, alice.address, whole(5) + 999_999_999_999n);
  await rounds(venue.watch, 3);
  expect(holding(venue, alice.account)).toBe(5e6);
  // The sweep has taken everything else at the address as well.
  expect((await treasuryHas(usdt)) - before).toBe(whole(11) + 999_999_999_999n);
});

test("a sweep by another wallet, and transfers of zero, change nothing", async () => {
  const venue = watched(1);
  const [alice] = venue.accounts as [Watched["accounts"][0]];
  await send(usdc, alice.address, whole(7));
  const stranger = createWalletClient({ account: privateKeyToAccount(place.keys.admin), transport: http(local.url) });
  const nothing = { abi: erc20Abi, functionName: "transferFrom", args: [alice.address, place.treasury, 0n] } as const;
  const first = await stranger.writeContract({ chain: null, address: usdc, ...nothing });
  await receiptOf(client(), first, "a transfer of nothing");
  const accountId = venue.memory.engine.account(alice.account).accountId as Hex;
  const sweep = { abi: depositReceiverAbi, functionName: "sweep", args: [accountId, usdc] } as const;
  const swept = await stranger.writeContract({ chain: null, address: place.factory, ...sweep });
  await receiptOf(client(), swept, "a stranger's sweep");
  // As many rounds as it takes until the stranger's block is final, and one more.
  for (let left = 20; left > 0 && holding(venue, alice.account) === 0; left--) await rounds(venue.watch, 1);
  await rounds(venue.watch, 1);
  expect(holding(venue, alice.account)).toBe(7e6);
  expect(venue.memory.engine.funds.parkedDeposits()).toEqual([]);
});

test("a restarted venue, with its file or without, credits nothing twice and continues", async () => {
  const file = join(directory, "again.place");
  const first = watched(1, file);
  const [alice] = first.accounts as [Watched["accounts"][0]];
  await send(usdc, alice.address, whole(8));
  await rounds(first.watch, 3);
  await send(usdc, alice.address, whole(9));
  await rounds(first.watch, 1);
  for (const again of [file, join(directory, "lost.place")]) {
    const second = watched(1, again, first.memory);
    await rounds(second.watch, 3);
    expect(holding(second, alice.account)).toBe(17e6);
  }
});

test("a sweep that the token refuses is retried with growing pauses until it succeeds", async () => {
  const owner = privateKeyToAccount(place.keys.admin);
  const admin = createWalletClient({ account: owner, transport: http(local.url) });
  const { contractAddress } = await receiptOf(
    client(),
    await admin.deployContract({ chain: null, abi: testUsdcAbi, bytecode: testUsdcBytecode, args: [owner.address] }),
    "a token",
  );
  const address = contractAddress!.toLowerCase() as Hex;
  const its = { ...chain, tokens: [{ symbol: "USDC", address, decimals: 6 }] };
  let now = 0;
  const venue = watched(1, join(directory, "refused.place"), venueWith(1), { its, steady: () => now });
  const [alice] = venue.accounts as [Watched["accounts"][0]];
  const blacklist = async (blacklisted: boolean) => {
    const set = { abi: testUsdcAbi, functionName: "setBlacklisted", args: [place.treasury, blacklisted] } as const;
    await receiptOf(client(), await admin.writeContract({ chain: null, address, ...set }), "the token's list");
  };
  await blacklist(true);
  await send(address, alice.address, 30_000_000n);
  await rounds(venue.watch, 1);
  expect(stateOf(venue)).toEqual(["PENDING"]);
  await rounds(venue.watch, 2);
  // No longer pending: it was reported as failed.
  expect(stateOf(venue)).toEqual([]);
  expect([...venue.sweeper.troubles.values()].join()).toContain("it is tried again");
  await blacklist(false);
  await rounds(venue.watch, 2);
  expect(holding(venue, alice.account)).toBe(0);
  now += 60_000;
  await rounds(venue.watch, 3);
  expect(holding(venue, alice.account)).toBe(30e6);
});

test("without gas a deposit waits, and the operator sees whose gas is missing", async () => {
  const key: Hex = `0x${"9c".repeat(32)}`;
  const venue = watched(1, join(directory, "gas.place"), venueWith(1), { key });
  const [alice] = venue.accounts as [Watched["accounts"][0]];
  await send(usdc, alice.address, whole(6));
  await local.settle();
  const { address } = privateKeyToAccount(key);
  expect((await venue.watch.round()).sweepsWait).toContain(`${address.toLowerCase()}, which sends the sweeps`);
  expect(stateOf(venue)).toEqual(["PENDING"]);
  await client().setBalance({ address, value: 10n ** 18n });
  expect((await venue.watch.round()).sweepsWait).toBe("");
  await rounds(venue.watch, 2);
  expect(holding(venue, alice.account)).toBe(6e6);
});

test("coin sent by mistake is seen and swept to the treasury, and credited to no account; dust stays where it is", async () => {
  let now = 0;
  const venue = watched(2, join(directory, "coin.place"), venueWith(2), { steady: () => now });
  const [alice, bob] = venue.accounts as [Watched["accounts"][0], Watched["accounts"][0]];
  const wallet = createWalletClient({ account: privateKeyToAccount(place.keys.mint), transport: http(local.url) });
  const coin = (to: Hex, value: bigint) =>
    wallet.sendTransaction({ chain: null, to, value }).then((hash) => receiptOf(client(), hash, "coin"));
  const has = (address: Hex) => client().getBalance({ address });
  await coin(alice.address, 10n ** 18n);
  await coin(bob.address, 7n);
  const before = await has(place.treasury);
  strays.length = 0;
  await rounds(venue.watch, 3);
  expect((await has(place.treasury)) - before).toBe(10n ** 18n);
  expect([await has(alice.address), await has(bob.address)]).toEqual([0n, 7n]);
  expect(strays).toEqual([2]);
  now += 600_000;
  await rounds(venue.watch, 2);
  expect(strays).toEqual([2, 1]);
  expect([holding(venue, alice.account), holding(venue, bob.account)]).toEqual([0, 0]);
  expect(venue.memory.engine.funds.parkedDeposits()).toEqual([]);
  // A deposit to the same address is credited as usual.
  await send(usdc, alice.address, whole(9));
  await rounds(venue.watch, 3);
  expect(holding(venue, alice.account)).toBe(9e6);
});

test("a factory too old to sweep coin is asked once, and deposits continue", async () => {
  const { reader } = opened;
  let requestCount = 0;
  const refusing: Pick<ChainReader, "call"> = {
    async call() {
      requestCount++;
      throw new ChainTrouble("reverted", "execution reverted");
    },
  };
  let now = 0;
  const accounts = { addresses: () => [usdc].values(), find: () => 0 };
  const { log } = memoryVenue().venue;
  const parts = { chain, reader: refusing, accounts, accountId: () => usdc, steady: () => now, log, onLook() {} };
  const coins = new StrayCoins(parts);
  for (let looks = 0; looks < 3; looks++, now += 600_000) expect(await coins.look()).toEqual([]);
  expect(requestCount).toBe(1);
  // A token is no factory: its answer is no list of balances.
  const elsewhere = new StrayCoins({
    ...parts,
    reader,
    chain: { ...chain, factory: place.treasury.toLowerCase() as Hex },
  });
  expect(await elsewhere.look()).toEqual([]);
});

test("a sweep that takes too much gas is not sent, is reported, and holds up no other", async () => {
  const venue = watched(2);
  const [alice, bob] = venue.accounts as [Watched["accounts"][0], Watched["accounts"][0]];
  const { reader, nodes } = opened;
  const { engine, venue: its } = venue.memory;
  const accountId = (account: number) => engine.account(account).accountId as Hex;
  let now = 0;
  const isDear = (params: readonly unknown[]) =>
    now === 0 && JSON.stringify(params).includes(accountId(alice.account).slice(2));
  const dear = nodes.map((node) => ({
    name: node.name,
    request: async (method: string, params: readonly unknown[]) =>
      method === "eth_estimateGas" && isDear(params) ? numberToHex(5_000_001) : node.request(method, params),
  }));
  const parts = {
    chain,
    accountId,
    reader,
    nodes: dear as never,
    signer: localSigner(place.keys.operator),
    log: its.log,
  };
  const sweeper = new Sweeper({ ...parts, steady: () => now });
  await send(usdc, alice.address, whole(7));
  await send(usdc, bob.address, whole(8));
  const token = chain.tokens.find(({ symbol }) => symbol === "USDC")!;
  const balances = [alice, bob].map(({ account }) => ({ account, token }));
  expect(await sweeper.sweep(balances, [])).toContain("it would take 5000001 gas, more than any sweep does");
  await local.settle();
  const held = (of: Hex) =>
    client().readContract({ address: usdc, abi: erc20Abi, functionName: "balanceOf", args: [of] });
  expect([await held(alice.address), await held(bob.address)]).toEqual([whole(7), 0n]);
  now += 60_000;
  expect(await sweeper.sweep(balances, [])).toBe("");
  await local.settle();
  expect(await held(alice.address)).toBe(0n);
});

test("a remote signer's refusal of a sweep is reported, and the balance is swept once it signs", async () => {
  const venue = watched(1);
  const [alice] = venue.accounts as [Watched["accounts"][0]];
  const { reader, nodes } = opened;
  const { engine, venue: its } = venue.memory;
  const accountId = (account: number) => engine.account(account).accountId as Hex;
  const ours = localSigner(place.keys.operator);
  let refusal = "the remote signer signed nothing (HTTP 403): hour_used_up";
  const signer: TransactionSigner = {
    ...ours,
    sign: (asked) => (refusal === "" ? ours.sign(asked) : Promise.reject(new SigningFailed(refusal))),
  };
  const sweeper = new Sweeper({ chain, accountId, reader, nodes, signer, steady: () => 0, log: its.log });
  await send(usdc, alice.address, whole(7));
  const token = chain.tokens.find(({ symbol }) => symbol === "USDC")!;
  const balances = [{ account: alice.account, token }];
  expect(await sweeper.sweep(balances, [])).toBe(refusal);
  refusal = "";
  expect(await sweeper.sweep(balances, [])).toBe("");
  await local.settle();
  const held = { address: usdc, abi: erc20Abi, functionName: "balanceOf", args: [alice.address] } as const;
  expect(await client().readContract(held)).toBe(0n);
});

test("only a trial sweep proves a factory, with coin or with a token", async () => {
  const wallet = createWalletClient({ account: privateKeyToAccount(place.keys.mint), transport: http(local.url) });
  for (const token of [null, usdt]) {
    const treasury = privateKeyToAccount(generatePrivateKey()).address;
    const factory = (await deployReceiverFactory(wallet, client() as never, treasury)).toLowerCase() as Hex;
    const trial = new TrialSweep(opened.reader, factory);
    expect(await trial.wasMade()).toBe(false);
    if (token !== null) await send(token, wallet.account.address, 1n);
    const elsewhere = trySweep(wallet, client() as never, { factory, token }, place.treasury);
    expect(elsewhere).rejects.toThrow(`where the venue would show ${place.treasury}`);
    await trySweep(wallet, client() as never, { factory, token }, trial.address);
    expect(await trial.wasMade()).toBe(true);
    const args = [treasury] as const;
    expect(
      token === null
        ? await client().getBalance({ address: treasury })
        : await client().readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args }),
    ).toBe(1n);
  }
});

test("a chain is verified: its id, its factory, the factory's treasury, its tokens", async () => {
  const elsewhere: Hex = "0x000000000000000000000000000000000000dEaD";
  const wrong = async (changes: object) =>
    findChain(opened.reader, { ...expected(), ...changes }).catch((error) => error);
  expect(chain.tokens.map(({ decimals }) => decimals)).toEqual([18, 18]);
  expect(await wrong({ chainId: 1 })).toEqual(new OtherChain("its nodes are on chain 56, expected 1"));
  expect(await wrong({ factory: elsewhere })).toEqual(new OtherChain(`there is no factory at ${elsewhere}`));
  expect((await wrong({ treasury: elsewhere })).message).toContain(
    `sweeps to ${place.treasury}, expected ${elsewhere}`,
  );
  expect((await wrong({ factory: usdc })).message).toContain("sweeps to no one");
  const tokens = [{ symbol: "USDC", address: elsewhere }];
  expect(await wrong({ tokens })).toEqual(new OtherChain(`there is no token at ${elsewhere} (USDC)`));
});

test("USDT at 0.90 is not credited as 1.00, across restarts, and credited once when it is at par again", async () => {
  const world = { price: (9n * 10n ** 18n) / 10n, now: 0 };
  const peg = () => new TokenPeg({ bandPpm: 5_000, worth: () => world.price, steady: () => world.now });
  const file = join(directory, "peg.place");
  const repeated = (memory: MemoryVenue) => watched(1, file, memory, { limits: limitsOf({ USDT: { peg: peg() } }) });
  let venue = repeated(venueWith(1));
  const { memory } = venue;
  const [alice] = venue.accounts as [Watched["accounts"][0]];
  await send(usdt, alice.address, whole(30));
  await send(usdc, alice.address, whole(6));
  await rounds(venue.watch, 3);
  // The other token's deposit is not affected.
  expect(holding(venue, alice.account)).toBe(6e6);
  const [parked, ...others] = memory.engine.funds.parkedDeposits();
  expect(others).toEqual([]);
  expect(parked).toMatchObject({ amount: 30e6, reason: HELD_BACK.off });
  const name = "USDT on chain 56: USDT is off its peg: within 0.5 % of one USDC; now 0.9";
  expect(reasonOf(venue, "receiver_tokens")).toBe(`deposits by transfer are not credited: ${name}`);
  // The client sees the deposit, and the reason.
  const received = async () =>
    (await memory.venue.history.received(alice.account, 0)) as readonly { state: string; reason: string }[];
  expect((await received()).map(({ state, reason }) => `${state} ${reason}`)).toContain(`FAILED ${HELD_BACK.off}`);
  // A process that ends here leaves the deposit in its journal, and nowhere else.
  for (const lost of [false, true]) {
    if (lost) rmSync(file);
    venue = repeated(memory);
    await rounds(venue.watch, 2);
    expect(holding(venue, alice.account)).toBe(6e6);
    expect(memory.engine.funds.parkedDeposits().length).toBe(1);
  }
  world.price = 10n ** 18n;
  await rounds(venue.watch, 1);
  // A moment at par is not enough.
  expect(holding(venue, alice.account)).toBe(6e6);
  world.now = 60_000;
  await rounds(venue.watch, 2);
  expect(holding(venue, alice.account)).toBe(36e6);
  expect(reasonOf(venue, "receiver_tokens")).toBeUndefined();
  rmSync(file);
  venue = repeated(memory);
  await rounds(venue.watch, 3);
  expect(holding(venue, alice.account)).toBe(36e6);
  expect((await received()).map(({ state }) => state)).toEqual(["COMPLETED", "COMPLETED"]);
  expect(memory.engine.funds.pendingDeposits()).toEqual([]);
});

test("many small deposits of many accounts are credited up to the cap, and further when the treasury is emptied", async () => {
  const before = Number((await treasuryHas(usdt)) / 10n ** 12n);
  const limits = limitsOf({ USDT: { cap: micros(before + 20e6) } });
  const venue = watched(6, join(directory, "cap.place"), venueWith(6), { limits });
  for (const { address } of venue.accounts) await send(usdt, address, whole(5));
  await rounds(venue.watch, 3);
  const credited = () => venue.accounts.reduce((sum, { account }) => sum + holding(venue, account), 0);
  expect(credited()).toBe(20e6);
  const parked = venue.memory.engine.funds.parkedDeposits();
  expect(parked.map(({ amount, reason }) => [amount as number, reason])).toEqual([
    [5e6, HELD_BACK.cap],
    [5e6, HELD_BACK.cap],
  ]);
  expect(reasonOf(venue, "receiver_tokens")).toContain(`USDT, and takes ${(before + 20e6) / 1e6}`);
  const [row] = venue.reserves.view.rows.filter(({ token }) => token === "USDT");
  expect(row).toMatchObject({ uncredited: 10_000_000n, cap: BigInt(before + 20e6) });
  // Still 1 USDT above the cap: there is no room.
  await takeFromTreasury(usdt, whole(9));
  await rounds(venue.watch, 1);
  expect(credited()).toBe(20e6);
  await takeFromTreasury(usdt, whole(1));
  await rounds(venue.watch, 2);
  expect(credited()).toBe(30e6);
  expect(venue.memory.engine.funds.parkedDeposits()).toEqual([]);
});

test("a treasury drained by a thief is noticed: the venue holds less than it owes", async () => {
  // The treasury is shared by the tests: the money of others is taken out first.
  for (const token of [usdc, usdt]) await takeFromTreasury(token, await treasuryHas(token));
  const venue = watched(2, join(directory, "thief.place"));
  const [alice, bob] = venue.accounts as [Watched["accounts"][0], Watched["accounts"][0]];
  await send(usdc, alice.address, whole(40));
  await send(usdt, bob.address, whole(60));
  await rounds(venue.watch, 4);
  expect(venue.reserves.view).toMatchObject({ assets: 100_000_000n, liabilities: 100_000_000n, shortfall: 0n });
  await takeFromTreasury(usdt, whole(25));
  await rounds(venue.watch, 2);
  // Two looks could be a node's mistake.
  expect(reasonOf(venue, "reserves")).toBeUndefined();
  await rounds(venue.watch, 1);
  const text = "vault and treasuries hold 75 USDC of the 100 that are owed: 25 are missing";
  expect(reasonOf(venue, "reserves")).toBe(text);
  expect(venue.reserves.view.shortfall).toBe(25_000_000n);
  // Money at an address that is not swept fills no hole, and neither does swept money that is not credited yet.
  await send(usdt, alice.address, whole(25));
  await rounds(venue.watch, 3);
  expect(venue.reserves.view).toMatchObject({ assets: 100_000_000n, liabilities: 125_000_000n });
  // The operator replaces the stolen money.
  await send(usdt, place.treasury, whole(25));
  await rounds(venue.watch, 2);
  expect(reasonOf(venue, "reserves")).toContain("held less than is owed a moment ago");
  await rounds(venue.watch, 1);
  expect(reasonOf(venue, "reserves")).toBeUndefined();
});
