// A venue moves to a new vault, step by step as docs/custody.md describes, with attesters in processes of their own and
// commands as an operator gives them. What is owed is the same before and after, the former vault's queue is emptied
// first, signatures for that vault become void, no nonce is used again, each process is killed at the steps between,
// and at the end accounts leave the new vault on their own with exactly what they have.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashOfText, testUsdcAbi, vaultAbi } from "@evermark/contracts";
import { encryptKey } from "@evermark/venue/chain/keys/encrypted-key.ts";
import { createWalletClient, decodeErrorResult, type Hex, http, maxUint256 } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { startEvermark } from "../witness/backup-process.ts";
import { startVenue, type VenueProcess } from "../witness/venue-process.ts";
import { healthOf, untilWhole } from "../witness/whole.ts";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";
import { evermark } from "./outside/evermark-command.ts";
import { call } from "./outside/outside-caller.ts";
import { assetHistory, EVERY_SCOPE, holdingOf } from "./outside/outside-funds.ts";
import { LEDGER_DOMAIN, newWallet } from "./outside/outside-wallet.ts";
import { accepted, newTrader, Trader } from "./outside/trader.ts";
import { withdrawal } from "./outside/wallet-requests.ts";

/** A step starts several processes, on a machine that may be busy with other things. */
setDefaultTimeout(600_000);
const MICROS = 1_000_000n;
const HOUR = 3_600;
/** Between two reads. Most of them mine a block, which a node, a venue and two attesters then process. */
const LOOK_MS = 200;
const PASSWORD = "a password of the test";
const KEYS = [generatePrivateKey(), generatePrivateKey()] as const;
const MORTAL = join(import.meta.dir, "../money/mortal.program.ts");
const USDC = hashOfText("USDC");

const directory = mkdtempSync(join(tmpdir(), "evermark-move-"));
const data = (name: string) => join(directory, name);
let chain: VaultChain;
let former: Hex;
let next: { readonly vault: Hex; readonly deployedBlock: bigint };
let venue: VenueProcess;
let url = "";
let traders: Trader[] = [];
const attesters = new Map<number, ReturnType<typeof startEvermark>>();

beforeAll(async () => {
  chain = await startVaultChain(["demo"], { keys: KEYS, threshold: 2 });
  former = chain.vault.toLowerCase() as Hex;
  for (const [i, key] of KEYS.entries()) {
    writeFileSync(data(`key-${i}.json`), await encryptKey(key, PASSWORD, { n: 1_024, r: 8, p: 1 }));
  }
  writeFileSync(data("admin.json"), await encryptKey(chain.adminKey, PASSWORD, { n: 1_024, r: 8, p: 1 }));
});
afterAll(async () => {
  for (const attester of attesters.values()) attester.kill("SIGKILL");
  await venue.kill();
  await chain.stop();
  rmSync(directory, { recursive: true, force: true });
});

const ofFormer = () => ["--chain-vault", former, "--chain-deployed-block", String(chain.deployedBlock)];
const ofNext = () => [
  ...["--chain-vault", next.vault, "--chain-deployed-block", String(next.deployedBlock)],
  ...["--chain-withdraw-domain", "SVC-2", "--chain-former-vaults", `${former}:${chain.deployedBlock}`],
];

/** @param dyingAt the act after which the process kills itself */
async function start(vault: readonly string[], dyingAt = ""): Promise<void> {
  const mortal = { BUN_OPTIONS: `--preload ${MORTAL}`, MORTAL_FROM_THE_START: "yes", MORTAL_LAST_ACT: dyingAt };
  const started = await startVenue({
    dataDirectory: data("venue"),
    flags: [
      ...["--chain", chain.url, "--chain-confirmations", "1", "--chain-operator-key", "env", "--no-chain-one-key"],
      ...["--attesters-port", "0", "--insurance-fund-amount", "0", ...vault],
    ],
    environment: { ...mortal, EVERMARK_OPERATOR_KEY: chain.operatorKey },
  });
  ({ process: venue, url } = started);
  // The port is different each time.
  traders = traders.map((each) => new Trader(url, each.wallet, each.accountId, each.key, each.skew));
}

async function attest(i: number, vault: readonly string[], dyingAt = ""): Promise<void> {
  const port = await until(() => venue.logged("attesters can connect")?.port);
  const mortal = { BUN_OPTIONS: `--preload ${MORTAL}`, MORTAL_FROM_THE_START: "yes", MORTAL_LAST_ACT: dyingAt };
  const attester = startEvermark(
    [
      ...["attest", `ws://127.0.0.1:${port}`, "--keystore", data(`key-${i}.json`), "--data", data(`attester-${i}`)],
      ...["--chain", chain.url, ...vault],
    ],
    { EVERMARK_KEYSTORE_PASSWORD: PASSWORD, ...mortal },
  );
  attesters.set(i, attester);
  await attester.untilPrinted("attesting as");
}

async function kill(i: number): Promise<void> {
  attesters.get(i)?.kill("SIGKILL");
  await attesters.get(i)?.ended;
}

async function until<T>(what: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await what();
    if (found !== undefined) return found;
    await Bun.sleep(LOOK_MS);
  }
}

/** Mines blocks until there is a result. */
const mined = <T>(what: () => Promise<T | undefined>) =>
  until(async () => {
    await chain.control.mine({ blocks: 1 });
    return what();
  });

const reasonOf = async (condition: string) => (await healthOf(url)).reasons[condition];
const untilSaid = (condition: string, text: string) =>
  mined(async () => {
    const found = await reasonOf(condition);
    return found?.includes(text) ? found : undefined;
  });
const isGone = (condition: string) => mined(async () => ((await reasonOf(condition)) === undefined ? true : undefined));
const later = async (hours: number) => {
  await chain.control.increaseTime({ seconds: hours * HOUR });
  await chain.control.mine({ blocks: 1 });
};

async function custody() {
  const { data: answer } = accepted(await call(`${url}/v1/public/vault_balance?chain_id=196`));
  return answer.rows![0] as { balance: number; expected: number; shortfall: number; block: number | null };
}

/** The custody figures as of a later block than the present one. */
async function settledCustody() {
  const height = Number(await chain.reader.getBlockNumber());
  return mined(async () => {
    const found = await custody();
    return Number(found.block) > height ? found : undefined;
  });
}

/** A wallet with this much USDC, which the vault may pull. */
async function payer(usdc: bigint, vault: Hex, account = newWallet()) {
  await chain.newWallet(usdc * MICROS, account);
  const wallet = createWalletClient({ account, transport: http(chain.url) });
  const approve = { address: chain.usdc, abi: testUsdcAbi, functionName: "approve", chain: null } as const;
  await wallet.writeContract({ ...approve, args: [vault, maxUint256] });
  return wallet;
}

/** Puts money for withdrawals into a vault, without crediting an account. */
async function fund(usdc: bigint, address: Hex): Promise<void> {
  const wallet = await payer(usdc, address);
  const args = [USDC, usdc * MICROS] as const;
  await wallet.writeContract({ address, abi: vaultAbi, functionName: "fund", args, chain: null });
}

async function deposit(trader: Trader, usdc: bigint, vault: Hex): Promise<void> {
  const wallet = await payer(usdc, vault, trader.wallet);
  await wallet.writeContract({ ...depositOf(trader, usdc, vault), chain: null });
  await chain.control.mine({ blocks: 2 });
}

function depositOf({ accountId }: Trader, usdc: bigint, address: Hex) {
  const terms = { brokerHash: hashOfText("demo"), tokenHash: USDC, tokenAmount: usdc * MICROS };
  return {
    address,
    abi: vaultAbi,
    functionName: "deposit",
    args: [{ accountId: accountId as Hex, ...terms }],
  } as const;
}

const asks = async (trader: Trader, usdc: bigint, name = "SVC") => {
  const domain = { ...LEDGER_DOMAIN, name };
  return String(accepted(await withdrawal(trader, String(usdc * MICROS), { domain })).data.withdraw_id);
};
const withdrawalOf = async (trader: Trader, id: string) =>
  (await assetHistory(trader, "?side=WITHDRAW")).find((each) => each.id === id);
const untilState = (trader: Trader, id: string, state: string) =>
  mined(async () => {
    const found = await withdrawalOf(trader, id);
    return found?.trans_status === state ? found : undefined;
  });

const read = <Name extends "successor" | "booked" | "done" | "publishedBalances" | "tokenState">(
  address: Hex,
  functionName: Name,
  args: readonly unknown[] = [],
) => chain.reader.readContract({ address, abi: vaultAbi, functionName, args } as never) as Promise<never>;
const held = (wallet: Hex): Promise<bigint> =>
  chain.reader.readContract({ address: chain.usdc, abi: testUsdcAbi, functionName: "balanceOf", args: [wallet] });
const heldIn = async (vault: Hex) => Number(await held(vault)) / 1e6;

/** Runs `evermark vault …` on the former vault, with the admin's key. */
async function vaultCommand(...words: string[]): Promise<Record<string, unknown>> {
  const place = ["--rpc", chain.url, "--vault", former, "--json"];
  const signed = words[0] === "status" ? [] : ["--keystore", data("admin.json")];
  const { out, err } = await evermark(["vault", ...words, ...place, ...signed], {
    EVERMARK_KEYSTORE_PASSWORD: PASSWORD,
  });
  expect([words, err]).toEqual([words, ""]);
  return JSON.parse(out) as Record<string, unknown>;
}

const operator = async (...words: string[]) => {
  const { out, err } = await evermark(["operator", ...words, "--data", data("venue"), "--json"]);
  expect([words, err]).toEqual([words, ""]);
  return JSON.parse(out);
};

/** Accepts what the operator has done to the vault himself. */
async function acceptAll(): Promise<void> {
  await until(async () => {
    const { unexplained } = (await operator("custody")) as { unexplained: { transaction: string }[] };
    for (const transaction of new Set(unexplained.map((each) => each.transaction))) {
      await operator("custody", `accept=${transaction}`);
    }
    return unexplained.length > 0 ? true : undefined;
  });
}

async function published(vault: Hex): Promise<bigint> {
  return mined(async () => {
    const { position } = (await read(vault, "publishedBalances", [USDC])) as { position: bigint };
    return position > 0n ? position : undefined;
  });
}

let queuedId = "";
let waitingId = "";
let owed: { balance: number; expected: number };

test("before the move: deposits, withdrawals and balances of the former vault", async () => {
  await start(ofFormer());
  for (const claims of [0, 0]) traders.push(await newTrader(url, { scope: EVERY_SCOPE, claims }));
  const [one, other] = traders as [Trader, Trader];
  await fund(1_000n, former);
  await deposit(one, 3_000_000n, former);
  await deposit(other, 500n, former);
  await mined(async () => ((await holdingOf(one)) + (await holdingOf(other)) === 3_000_500 ? true : undefined));
  for (const i of [0, 1]) await attest(i, ofFormer());
  await isGone("attesters");
  await untilState(other, await asks(other, 50n), "COMPLETED");
  await published(former);
});

test("step 1: the new vault is deployed, and one that could not succeed the former is refused", async () => {
  const { vault, deployedBlock } = await chain.anotherVault("SVC-2");
  next = { vault: vault.toLowerCase() as Hex, deployedBlock };
  const twin = await chain.anotherVault("SVC");
  const refused = async (to: string) =>
    (await evermark(["vault", "move", to, "--rpc", chain.url, "--vault", former, "--from", to])).err;
  expect(await refused(twin.vault)).toContain("its withdraw_domain is the same");
  expect(await refused(chain.usdc)).toContain("there is none at");
  // A venue that is configured for it already does not touch any money.
  await venue.kill();
  await start(ofNext());
  await untilSaid("chain", `the former vault ${former} (chain.former_vaults) has named no vault to come after it`);
  expect(JSON.stringify(await doctor())).toContain("has named no vault to come after it");
  await venue.kill();
  await start(ofFormer());
  await untilWhole(url);
  for (const i of [0, 1]) {
    await kill(i);
    await attest(i, ofFormer());
  }
  await isGone("attesters");
});

async function doctor(): Promise<readonly { what: string; state: string; text: string }[]> {
  const { out } = await evermark(["doctor", "--data", data("venue"), "--chain", chain.url, ...ofNext(), "--json"]);
  return (JSON.parse(out) as { what: string; state: string; text: string }[]).filter(({ what }) => what === "vaults");
}

test("step 2: after the delay the owner names it: deposits stop, and only withdrawals within the caps are paid", async () => {
  const [one, other] = traders as [Trader, Trader];
  const { proposal } = await vaultCommand("move", next.vault);
  await untilSaid("custody", "the vault's owner or guardian: CallScheduled");
  await acceptAll();
  await isGone("custody");
  await later(48);
  // This withdrawal is in the former vault's queue when the vault closes.
  queuedId = await asks(one, 1_500_000n);
  await untilState(one, queuedId, "PROCESSING");
  await mined(async () => ((await read(former, "tokenState", [USDC])) as readonly bigint[])[1]! > 0n || undefined);
  await vaultCommand("execute", String(proposal));
  expect(String(await read(former, "successor")).toLowerCase()).toBe(next.vault);
  await untilSaid("custody", "the vault's owner or guardian: ChangeSuccessor");
  await acceptAll();
  await isGone("custody");
  expect(await vaultCommand("status")).toMatchObject({ moves_to: next.vault, queued: String(1_499_999n * MICROS) });

  const refusal = await chain.reader
    .simulateContract({ ...depositOf(other, 1n, former), account: other.wallet.address })
    .catch((error) => error);
  expect(String(refusal)).toContain("VaultCloses");
  await untilState(other, await asks(other, 60n), "COMPLETED");
  waitingId = await asks(one, 1_200_000n);
});

test("step 3: the former vault's queue is paid first, as a venue configured for the new vault reports", async () => {
  await venue.kill();
  await start(ofNext());
  await untilSaid("chain", `the former vault ${former} still has 1499999 USDC in its queue`);
  await venue.kill();
  await start(ofFormer());
  for (const i of [0, 1]) {
    await kill(i);
    await attest(i, ofFormer());
  }
  const [one] = traders as [Trader];
  await later(25);
  await untilState(one, queuedId, "COMPLETED");
  expect(await withdrawalOf(one, waitingId)).toMatchObject({ trans_status: "PENDING" });
  await operator("withdrawals", "state=paused");
  owed = await settledCustody();
  expect(owed).toMatchObject({ balance: 1_501_393, expected: 1_501_393, shortfall: 0 });
  expect(owed.balance).toBe(await heldIn(former));
});

test("step 4: with the new vault configured all money moves, whichever process is killed at whichever step", async () => {
  await venue.kill();
  await kill(0);
  // The other attester ends cleanly, and restarts from a snapshot of the former vault's time.
  attesters.get(1)!.kill("SIGTERM");
  expect((await attesters.get(1)!.ended).code).toBe(0);
  // An attester that is configured for the former vault can't follow a venue of the new one.
  await start(ofNext());
  await attest(0, ofFormer());
  expect((await attesters.get(0)!.ended).err.join("\n")).toContain(`the venue's vault is ${next.vault}`);
  await untilSaid("custody", "USDC of the former vault have not moved here for good: 0 of 2 attesters have signed it");
  expect((await doctor())[0]).toMatchObject({ state: "warning" });
  expect(await settledCustody()).toMatchObject({ ...owed, block: expect.any(Number), shortfall: 0 });

  await attest(1, ofNext());
  for (const dyingAt of ["before a move is attested", "after a move is attested, before its answer"]) {
    await attest(0, ofNext(), dyingAt);
    await attesters.get(0)!.ended;
    expect(await heldIn(next.vault)).toBe(0);
  }
  await venue.kill();
  for (const dyingAt of ["before a broadcast", "after a broadcast, before its answer"]) {
    await start(ofNext(), dyingAt);
    for (const i of [0, 1]) {
      await kill(i);
      await attest(i, ofNext());
    }
    expect(await venue.ended).toMatchObject({ signal: "SIGKILL" });
  }
  await start(ofNext());
  for (const i of [0, 1]) {
    await kill(i);
    await attest(i, ofNext());
  }
  await isGone("custody");
  expect([await heldIn(former), await heldIn(next.vault)]).toEqual([0, owed.balance]);
  expect(await settledCustody()).toMatchObject({ ...owed, block: expect.any(Number), shortfall: 0 });
  expect((await doctor())[0]).toMatchObject({ state: "ok" });
});

test("step 5: withdrawals that the former vault did not pay are given back, and signatures for it are void", async () => {
  const [one] = traders as [Trader];
  const before = await holdingOf(one);
  await operator("withdrawals", "state=running");
  // What attesters may have signed for it has to expire first.
  await later(2);
  expect(await untilState(one, waitingId, "FAILED")).toMatchObject({ trans_status: "FAILED" });
  expect((await holdingOf(one)) - before).toBe(1_200_000);
  expect(await reasonOf("withdrawals")).toBeUndefined();

  // The venue accepts no signature of the former domain, and gives out no nonce that the former vault has used.
  const old = await withdrawal(one, String(5n * MICROS));
  expect(old.status).toBe(400);
  expect(old.json.message).toContain("signature");
  const { withdraw_nonce } = accepted(await one.get("/v1/withdraw_nonce")).data;
  const used = async (vault: Hex, nonce: number) => await read(vault, "done", [one.accountId, BigInt(nonce)]);
  expect(await used(former, Number(withdraw_nonce))).toBe(false as never);
  expect(await used(former, Number(withdraw_nonce) - 3)).toBe(true as never);

  // Nor does the new vault accept a payment that was made by the former one.
  const events = await chain.reader.getContractEvents({
    ...{ address: former, abi: vaultAbi, eventName: "AccountWithdraw", fromBlock: chain.deployedBlock },
  });
  const { input } = await chain.reader.getTransaction({ hash: events[0]!.transactionHash });
  const replayed = await chain.reader
    .call({ to: next.vault, data: input, account: chain.operator.account.address })
    .then(
      () => "paid",
      (error) => decodeErrorResult({ abi: vaultAbi, data: revertOf(error) }).errorName,
    );
  expect(replayed).toBe("SignatureInvalid");
});

test("after the move: the new vault takes deposits, pays what is signed for it, and balances are published there", async () => {
  const [one, other] = traders as [Trader, Trader];
  await deposit(other, 250n, next.vault);
  await mined(async () => ((await holdingOf(other)) === 500 - 50 - 60 + 250 ? true : undefined));
  await untilState(one, await asks(one, 70n, "SVC-2"), "COMPLETED");
  const position = await published(next.vault);
  const after = await settledCustody();
  expect(after.shortfall).toBe(0);
  expect(after.expected).toBe(Number((owed.expected + 250 - 69).toFixed(6)));
  expect(position).toBeGreaterThan(0n);
});

test("accounts leave the new vault on their own with exactly what they have", async () => {
  // By balances published after all of the above.
  const [one, other] = traders as [Trader, Trader];
  const first = await published(next.vault);
  await later(25);
  const position = await mined(async () => {
    const found = ((await read(next.vault, "publishedBalances", [USDC])) as { position: bigint }).position;
    return found > first ? found : undefined;
  });
  const holdings = [await holdingOf(one), await holdingOf(other)];
  await venue.kill();
  for (const i of [0, 1]) await kill(i);
  await later(31 * 24);
  const file = join(data("attester-1"), "balances", `${String(position).padStart(16, "0")}.json`);
  for (const [i, trader] of [one, other].entries()) {
    const { out } = await evermark(["balances", file, "--account", trader.accountId, "--json"]);
    const exit = JSON.parse(out) as { call: Hex; vault: Hex };
    expect(exit.vault).toBe(next.vault);
    const before = await held(trader.wallet.address);
    const hash = await chain.guardian.sendTransaction({ to: next.vault, data: exit.call, chain: null });
    await chain.control.mine({ blocks: 1 });
    expect((await chain.reader.getTransactionReceipt({ hash })).status).toBe("success");
    expect(Number((await held(trader.wallet.address)) - before) / 1e6).toBe(holdings[i]!);
  }
  // The vault's initial funding is left, and the fees of withdrawals, which are the venue's.
  expect(await heldIn(next.vault)).toBe(1_004);
});

/** The revert data of a failed call. */
function revertOf(error: unknown): Hex {
  for (let at = error as { data?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    if (typeof at.data === "string") return at.data as Hex;
  }
  throw error;
}
