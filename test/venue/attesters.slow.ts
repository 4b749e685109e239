// Attesters in processes of their own, as their operators run them; two of them have to sign what the vault pays. One
// is away, killed at any step, or silent; a venue shows a different past; and the venue's log and health report it.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashOfText, testUsdcAbi, vaultAbi } from "@evermark/contracts";
import { dataPaths } from "@evermark/core";
import { micros } from "@evermark/engine";
import { verifyJournal } from "@evermark/journal";
import { encryptKey } from "@evermark/venue/chain/keys/encrypted-key.ts";
import type { RunningVenue } from "@evermark/venue/run.ts";
import { keptLog } from "@evermark/venue/testing/kept-log.ts";
import { createWalletClient, type Hex, http, maxUint256 } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { evermark, startEvermark } from "../witness/backup-process.ts";
import { healthOf } from "../witness/whole.ts";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";
import { assetHistory, EVERY_SCOPE, holdingOf } from "./outside/outside-funds.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { withdrawal } from "./outside/wallet-requests.ts";
import { runInProcess } from "./outside/whole-venue.ts";

const MICROS = 1_000_000n;
const PASSWORD = "a password of the test";
const KEYS = [generatePrivateKey(), generatePrivateKey()] as const;
const SECOND = privateKeyToAddress(KEYS[1]).toLowerCase();
const MORTAL = join(import.meta.dir, "../money/mortal.program.ts");

const directory = mkdtempSync(join(tmpdir(), "evermark-attesters-"));
const data = (name: string) => join(directory, name);
let chain: VaultChain;
let venue: RunningVenue;
let address = 0;
let logged: string[] = [];
let trader: Trader;
type Attester = ReturnType<typeof startEvermark>;
const running = new Map<number, Attester>();

beforeAll(async () => {
  chain = await startVaultChain(["demo"], { keys: KEYS, threshold: 2 });
  for (const [i, key] of KEYS.entries()) {
    writeFileSync(data(`key-${i}.json`), await encryptKey(key, PASSWORD, { n: 1_024, r: 8, p: 1 }));
  }
  venue = await start("venue");
});
afterAll(async () => {
  for (const attester of running.values()) attester.kill("SIGKILL");
  await venue.stop();
  await chain.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a venue; later starts use the port of the first. */
async function start(name: string): Promise<RunningVenue> {
  process.env.EVERMARK_OPERATOR_KEY = chain.operatorKey;
  logged = [];
  const started = await runInProcess(data(name), {
    port: address,
    attesters: { host: "127.0.0.1", port: 0 },
    // Money that is not in the vault would count as part of it.
    insuranceFund: micros(0),
    chain: {
      ...{ nodes: [chain.url], vault: chain.vault.toLowerCase() as Hex, confirmations: 1 },
      ...{ deployedBlock: Number(chain.deployedBlock), operatorKey: { kind: "environment" } },
    },
    log: keptLog(logged),
  });
  address = Number(new URL(started.url).port);
  return started;
}

async function until<T>(probe: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    await Bun.sleep(20);
  }
}

/** The port for attesters that the venue's log names. */
function port(): number {
  const line = logged.find((each) => each.includes("attesters can connect"))!;
  return JSON.parse(line).port;
}

async function attest(i: number, environment: Readonly<Record<string, string>> = {}): Promise<Attester> {
  const attester = startEvermark(
    [
      ...["attest", `ws://127.0.0.1:${port()}`, "--keystore", data(`key-${i}.json`), "--data", data(`attester-${i}`)],
      ...["--chain", chain.url, "--chain-vault", chain.vault],
    ],
    { EVERMARK_KEYSTORE_PASSWORD: PASSWORD, ...environment },
  );
  running.set(i, attester);
  await attester.untilPrinted("attesting as");
  return attester;
}

async function kill(i: number): Promise<void> {
  const attester = running.get(i)!;
  running.delete(i);
  attester.kill("SIGKILL");
  await attester.ended;
}

const reasonOf = async (condition: string) => (await healthOf(venue.url)).reasons[condition];
const untilAttested = () => until(async () => ((await reasonOf("attesters")) === undefined ? true : undefined));
const mine = (blocks: number) => chain.control.mine({ blocks });
const stateOf = async (id: unknown) =>
  (await assetHistory(trader, "?side=WITHDRAW")).find((each) => each.id === String(id))?.trans_status;

async function deposit({ wallet: account, accountId }: Trader, usdc: bigint): Promise<void> {
  await chain.newWallet(usdc * MICROS, account);
  const wallet = createWalletClient({ account, transport: http(chain.url) });
  const approve = { address: chain.usdc, abi: testUsdcAbi, functionName: "approve", chain: null } as const;
  await wallet.writeContract({ ...approve, args: [chain.vault, maxUint256] });
  const terms = { brokerHash: hashOfText("demo"), tokenHash: hashOfText("USDC"), tokenAmount: usdc * MICROS };
  const call = { address: chain.vault, abi: vaultAbi, functionName: "deposit", chain: null } as const;
  await wallet.writeContract({ ...call, args: [{ accountId: accountId as Hex, ...terms }] });
  await mine(2);
}

const ask = async (usdc: bigint) => accepted(await withdrawal(trader, String(usdc * MICROS))).data.withdraw_id;

/** Mines blocks until the withdrawal is paid. */
async function paid(id: unknown): Promise<void> {
  await until(async () => {
    await mine(1);
    return (await stateOf(id)) === "COMPLETED" ? true : undefined;
  });
}

test("a withdrawal waits for two attesters, and /health says who is missing", async () => {
  trader = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 0 });
  await deposit(trader, 1_000n);
  await until(async () => ((await holdingOf(trader)) === 1_000 ? true : undefined));
  const missing = await until(() => reasonOf("attesters"));
  expect(missing).toStartWith("payments need 2 attesters, and 0 of the vault's 2 are there: ");
  await attest(0);
  const id = await ask(100n);
  const reason = await until(async () => {
    const found = await reasonOf("withdrawals");
    return found?.startsWith("1 of 2 attesters have signed it") ? found : undefined;
  });
  expect(reason).toBe(`1 of 2 attesters have signed it: ${SECOND} is away`);
  expect(await stateOf(id)).toBe("PENDING");

  await attest(1);
  await untilAttested();
  await paid(id);
  expect(await reasonOf("withdrawals")).toBeUndefined();
});

const publishedBalances = () => {
  const args = [hashOfText("USDC")] as const;
  const read = { address: chain.vault, abi: vaultAbi, functionName: "publishedBalances", args } as const;
  return chain.reader.readContract(read);
};

test("the balances for leaving are signed by both attesters, their root is in the vault, and each attester keeps the leaves", async () => {
  const { position } = await until(async () => {
    await mine(1);
    const found = await publishedBalances();
    return found.position > 0n ? found : undefined;
  });
  const name = `${String(position).padStart(16, "0")}.json`;
  const [one, other] = [0, 1].map((i) => readFileSync(join(data(`attester-${i}`), "balances", name), "utf8"));
  expect(one).toBe(other!);
});

test("an attester that is silent holds up payments and nothing else, and continues where it was", async () => {
  running.get(1)!.kill("SIGSTOP");
  const id = await ask(50n);
  await until(async () => ((await reasonOf("withdrawals"))?.includes(`${SECOND} has not answered`) ? true : undefined));
  accepted(await trader.order({ symbol: "PERP_BTC_USDC", order_price: 50_000, order_quantity: 0.001 }));
  running.get(1)!.kill("SIGCONT");
  await paid(id);
});

const STEPS = [
  ...["before an attestation", "before the signed terms are recorded"],
  ...["after the signed terms are recorded", "after an attestation, before its answer"],
];
test.each(STEPS)("an attester that is killed %s signs when it is back, and the vault pays once", async (lastAct) => {
  await kill(0);
  const environment = { MORTAL_LAST_ACT: lastAct, MORTAL_FROM_THE_START: "yes" };
  await attest(0, { ...environment, BUN_OPTIONS: `--preload ${MORTAL}` });
  await untilAttested();
  const id = await ask(20n);
  // The attester has ended itself.
  await running.get(0)!.ended;
  expect(await stateOf(id)).toBe("PENDING");
  await attest(0);
  await paid(id);
});

test("an attester's copy is the venue's own journal, every record of it", async () => {
  const attester = running.get(0)!;
  attester.kill("SIGTERM");
  const { code, err } = await attester.ended;
  expect({ code, refused: err.filter((line) => line.includes("not attested")) }).toEqual({ code: 0, refused: [] });
  const copy = verifyJournal(dataPaths(data("attester-0")).journal);
  expect(copy).toMatchObject({ bad: undefined, firstPosition: 1 });
  await attest(0);
  await untilAttested();
});

test("a venue that continues from an older copy is not followed, so it pays nothing", async () => {
  await venue.stop();
  cpSync(data("venue"), data("older"), { recursive: true });
  venue = await start("venue");
  for (const i of [0, 1]) {
    await kill(i);
    await attest(i);
  }
  await untilAttested();
  await paid(await ask(30n));
  await venue.stop();

  venue = await start("older");
  for (const i of [0, 1]) {
    await kill(i);
    await attest(i);
  }
  const id = await ask(40n);
  // The difference shows once the venue's journal is longer than theirs: the attesters end, and print why.
  for (const attester of running.values()) {
    const { code, err } = await attester.ended;
    expect(code).not.toBe(0);
    expect(err.join("\n")).toContain("is not what is known of it");
  }
  await until(async () => ((await reasonOf("attesters"))?.includes("0 of the vault's 2 are there") ? true : undefined));
  await mine(2);
  expect(await stateOf(id)).toBe("PENDING");
});

test("accounts leave with balances that two attesters have signed, when venue and attesters have been silent for a month", async () => {
  const { position, root } = await publishedBalances();
  const name = `${String(position).padStart(16, "0")}.json`;
  const words = ["balances", join(data("attester-0"), "balances", name), "--account", trader.accountId, "--json"];
  const { out, err } = await evermark(words);
  expect(err).toEqual([]);
  const exit = JSON.parse(out.join(""));
  expect(exit).toMatchObject({ root, wallet: trader.wallet.address.toLowerCase(), result: "0" });

  const held = () =>
    chain.reader.readContract({
      ...{ address: chain.usdc, abi: testUsdcAbi, functionName: "balanceOf", args: [trader.wallet.address] },
    });
  const before = await held();
  // What the account deposited less what it was paid, by the vault's own count; the account has never traded.
  const flow = [hashOfText("USDC"), trader.accountId as Hex] as const;
  const read = { address: chain.vault, abi: vaultAbi, functionName: "accountFlow", args: flow } as const;
  const [net] = await chain.reader.readContract(read);
  expect(net).toBeGreaterThan(0n);
  await chain.control.increaseTime({ seconds: 31 * 86_400 });
  await mine(1);
  const hash = await chain.guardian.sendTransaction({ to: chain.vault, data: exit.call, chain: null });
  await mine(1);
  expect((await chain.reader.getTransactionReceipt({ hash })).status).toBe("success");
  expect((await held()) - before).toBe(net);
});
