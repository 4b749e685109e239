// A venue in its own process, a chain that the test controls, and people who deposit and withdraw money. Whatever was
// done to the venue and the chain, at the end every deposit on the chain is credited once, every withdrawal is either
// paid once or given back, and ledger and vault match to the last micro. `settled` checks that with the chain's own
// logs, without anything that the venue stores.

import { expect } from "bun:test";
import { join } from "node:path";
import { hashOfText, receiptOf, testUsdcAbi, vaultAbi } from "@evermark/contracts";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { takenUp } from "@evermark/venue/chain/testing/taken-up.ts";
import { encodeFunctionData, type Hex, maxUint256 } from "viem";
import { startVaultChain, type VaultChain, withBlocks } from "../venue/outside/chain-with-vault.ts";
import { type Answer, call, type Row } from "../venue/outside/outside-caller.ts";
import { EVERY_SCOPE, holdingOf } from "../venue/outside/outside-funds.ts";
import { newWallet, type Wallet } from "../venue/outside/outside-wallet.ts";
import { accepted, newTrader, Trader } from "../venue/outside/trader.ts";
import { PROGRAM, startVenue, type VenueProcess } from "../witness/venue-process.ts";
import { ChainFaults, CONFIRMATIONS } from "./chain-faults.ts";

const MORTAL = join(import.meta.dir, "mortal.program.ts");
const DEADLINE_MS = 60_000;
/** The time between two checks. Each check takes processor time from the venue. */
const LOOK_MS = 25;
/** The same for checks that each mine a block and read all accounts. */
const LOOK_AT_ALL_MS = 100;
const RICH = 10n ** 14n;
const FAUCET = 10_000_000_000n;
const DEPOSIT_GAS = 300_000n;

export interface Life {
  /** The act at which it is killed once it is armed, as its name or its number. By default there is none. */
  readonly lastAct?: string | number;
  /** True if acts during recovery count as well. */
  readonly isArmed?: boolean;
}

type Rows = readonly Row[];

interface ChainTruth {
  readonly deposits: readonly { readonly accountId: Hex; readonly amount: bigint }[];
  readonly payouts: readonly { readonly key: string; readonly amount: bigint; readonly fee: bigint }[];
  readonly failures: readonly { readonly key: string }[];
  readonly balance: bigint;
}

export class MoneyWorld {
  #venue: { readonly process: VenueProcess; readonly url: string } | undefined;
  #traders: Trader[] = [];
  /** What the faucet gave to each account, in millionths. */
  readonly #given = new Map<string, bigint>();
  /** Transactions of deposits. */
  readonly #sent: Hex[] = [];
  /** Wallets that were sent money without ever having used the venue. */
  readonly strangers: Wallet[] = [];
  /** What can happen to the chain. */
  readonly faults: ChainFaults;

  private constructor(
    readonly chain: VaultChain,
    readonly dataDirectory: string,
    readonly payer: Awaited<ReturnType<VaultChain["newWallet"]>>,
  ) {
    this.faults = new ChainFaults(chain);
  }

  /** In this world the chain only mines on request. */
  static async begin(dataDirectory: string): Promise<MoneyWorld> {
    const chain = await startVaultChain();
    const payer = await chain.newWallet(RICH);
    const approval = { address: chain.usdc, abi: testUsdcAbi, functionName: "approve", chain: null } as const;
    const hash = await payer.wallet.writeContract({ ...approval, args: [chain.vault, maxUint256] });
    await withBlocks(chain.control, receiptOf(chain.reader, hash, "the payer's approval"));
    await chain.control.setAutomine(false);
    return new MoneyWorld(chain, dataDirectory, payer);
  }

  async end(): Promise<void> {
    if (this.isAlive) await this.#venue?.process.kill();
    await this.chain.stop();
  }

  isAlive = false;

  get process(): VenueProcess {
    return this.#venue!.process;
  }

  get url(): string {
    return this.#venue!.url;
  }

  get traders(): readonly Trader[] {
    return this.#traders;
  }

  /** @returns whether it answers; if it may be killed from the start, it can end before that */
  async startVenue({ lastAct = "", isArmed = false }: Life = {}): Promise<boolean> {
    const { chain, dataDirectory } = this;
    const flags = [
      ...["--chain", chain.url, "--chain-vault", chain.vault, "--chain-deployed-block", String(chain.deployedBlock)],
      ...["--chain-confirmations", String(CONFIRMATIONS), "--chain-operator-key", "env", "--limits-factor", "100000"],
      ...["--journal-segment-bytes", "65536"],
    ];
    const environment = {
      EVERMARK_OPERATOR_KEY: chain.operatorKey,
      MORTAL_LAST_ACT: String(lastAct),
      MORTAL_FROM_THE_START: isArmed ? "yes" : "no",
    };
    const command = [process.execPath, "--preload", MORTAL, PROGRAM];
    const starting = startVenue({ dataDirectory, flags, command, environment });
    const venue = await (isArmed ? starting.catch(() => undefined) : starting);
    this.#venue = venue;
    if (venue === undefined) return false;
    this.isAlive = true;
    void venue.process.ended.then(() => {
      if (this.#venue === venue) this.isAlive = false;
    });
    this.#traders = this.#traders.map(
      (each) => new Trader(venue.url, each.wallet, each.accountId, each.key, each.skew),
    );
    return true;
  }

  /** The names of its acts since it was armed, in the order in which each was first reached. */
  get acts(): string[] {
    return this.process.messages.filter((line) => line.startsWith("met ")).map((line) => line.slice("met ".length));
  }

  /** From now on its acts are counted. */
  async arm(): Promise<void> {
    process.kill(this.process.pid, "SIGUSR2");
    await this.until(() => this.process.messages.includes("armed"));
  }

  /** @param claims how often the faucet has given it money that the vault does not hold */
  async newTrader({ wallet = newWallet(), claims = 0 }: { wallet?: Wallet; claims?: number } = {}): Promise<Trader> {
    const trader = await newTrader(this.url, { claims, scope: EVERY_SCOPE, wallet });
    this.#traders.push(trader);
    this.#given.set(trader.accountId, BigInt(claims) * FAUCET);
    return trader;
  }

  /** From now on the token refuses transfers to this trader, from any sender. */
  async ban(trader: Trader): Promise<void> {
    const call = { address: this.chain.usdc, abi: testUsdcAbi, functionName: "setBlacklisted", chain: null } as const;
    const { owner } = this.chain;
    const args = [trader.wallet.address, true] as const;
    await takenUp(this.chain.control, await owner.writeContract({ ...call, account: owner.account, args }));
    await this.mine();
  }

  newStranger(): Wallet {
    const wallet = newWallet();
    this.strangers.push(wallet);
    return wallet;
  }

  /** Sends a deposit to the chain. @param amount in millionths */
  async deposit(to: Hex, amount: bigint): Promise<Hex> {
    const input = {
      accountId: accountIdOf(to, "demo"),
      brokerHash: hashOfText("demo"),
      tokenHash: hashOfText("USDC"),
      tokenAmount: amount,
    };
    const data = encodeFunctionData({ abi: vaultAbi, functionName: "depositTo", args: [to, input] });
    const hash = await this.payer.wallet.sendTransaction({ to: this.chain.vault, data, gas: DEPOSIT_GAS, chain: null });
    // If the chain is killed or forgets at this moment, it does not take the deposit.
    await takenUp(this.chain.control, hash).catch(() => {});
    const raw = await this.faults.raw(hash);
    if (raw !== null) this.#sent.push(raw);
    return hash;
  }

  /** Sends earlier deposits again, unchanged. The chain accepts those that it has lost. */
  async sendAgain(): Promise<void> {
    for (const serializedTransaction of this.#sent) {
      await this.chain.control.sendRawTransaction({ serializedTransaction }).catch(() => {});
    }
  }

  mine(blocks = 1): Promise<void> {
    return this.chain.control.mine({ blocks });
  }

  /** A failure because the venue has ended is not an error. @returns undefined in that case */
  async whileItLives<T>(request: () => Promise<T> | T): Promise<T | undefined> {
    try {
      return await request();
    } catch (error) {
      await Promise.race([this.process.ended, Bun.sleep(1_000)]);
      if (!this.isAlive) return undefined;
      throw error;
    }
  }

  /** @returns false if the venue ends before it holds. @throws {Error} if it never holds */
  async until(holds: () => Promise<boolean> | boolean): Promise<boolean> {
    const end = performance.now() + DEADLINE_MS;
    while (this.isAlive) {
      if (await this.whileItLives(holds)) return true;
      if (performance.now() > end) throw new Error(`never: ${holds}\n${this.#lastWords()}`);
      await Bun.sleep(LOOK_MS);
    }
    return false;
  }

  /** The state of the newest one on this side; undefined if there is none. */
  async lastState(trader: Trader, side: "DEPOSIT" | "WITHDRAW"): Promise<unknown> {
    return (await this.rowsOf(trader)).find((row) => row.side === side)?.trans_status;
  }

  /** The number of the operator's mined transactions, and the number including those not mined yet. */
  async operatorNumbers(): Promise<{ readonly mined: number; readonly known: number }> {
    const { reader, operator } = this.chain;
    const { address } = operator.account;
    const [mined, known] = await Promise.all([
      reader.getTransactionCount({ address, blockTag: "latest" }),
      reader.getTransactionCount({ address, blockTag: "pending" }),
    ]);
    return { mined, known };
  }

  async rowsOf(trader: Trader): Promise<Rows> {
    const rows: Row[] = [];
    for (let page = 1; ; page++) {
      const found = accepted(await this.#whenChecked(trader, `/v1/asset/history?size=500&page=${page}`)).data.rows!;
      rows.push(...found);
      if (found.length < 500) return rows;
    }
  }

  /** After a kill, history is checked before it answers, so this waits for it. */
  async #whenChecked(trader: Trader, path: string): Promise<Answer> {
    for (;;) {
      const answer = await trader.get(path);
      if (answer.status !== 503 || !answer.text.includes("history is being checked")) return answer;
      await Bun.sleep(10);
    }
  }

  /** Mines until nothing is under way any more, and then checks that everything is as it should be. */
  async settled(): Promise<void> {
    let why: unknown;
    const end = performance.now() + DEADLINE_MS;
    for (;;) {
      await this.mine();
      why = await this.#unsettled();
      if (why === null) break;
      if (performance.now() > end) {
        throw new Error(`never settled: ${why}\n${this.#lastWords()}`);
      }
      await Bun.sleep(LOOK_AT_ALL_MS);
    }
    await this.#expectEqual();
  }

  /** What the vault's own logs say. */
  async truth(): Promise<ChainTruth> {
    const { reader, vault, usdc } = this.chain;
    const query = { address: vault, abi: vaultAbi, fromBlock: 0n } as const;
    const [arrived, paid, failed, balance] = await Promise.all([
      reader.getContractEvents({ ...query, eventName: "AccountDepositTo" }),
      reader.getContractEvents({ ...query, eventName: "AccountWithdraw" }),
      reader.getContractEvents({ ...query, eventName: "WithdrawFailed" }),
      reader.readContract({ address: usdc, abi: testUsdcAbi, functionName: "balanceOf", args: [vault] }),
    ]);
    return {
      deposits: arrived.map(({ args }) => ({ accountId: args.accountId!, amount: args.tokenAmount! })),
      payouts: paid.map(({ args }) => ({
        key: `${args.accountId}:${args.withdrawNonce}`,
        amount: args.tokenAmount!,
        fee: args.fee!,
      })),
      failures: failed.map(({ args }) => ({ key: `${args.accountId}:${args.withdrawNonce}` })),
      balance,
    };
  }

  #lastWords(): string {
    const { messages, log } = this.process;
    return [...messages.slice(-12), ...log.slice(-12).map((line) => JSON.stringify(line))].join("\n");
  }

  /** @returns what is still under way; null if nothing is */
  async #unsettled(): Promise<string | null> {
    const { deposits } = await this.truth();
    for (const trader of this.#traders) {
      const rows = await this.rowsOf(trader);
      const open = rows.find(({ trans_status }) => trans_status !== "COMPLETED" && trans_status !== "FAILED");
      // Another account must deposit the money that the trader's withdrawal is waiting for.
      if (open?.trans_status === "PENDING_REBALANCE") await this.deposit(this.payer.signer.address, 2_000_000n);
      if (open !== undefined) return `open: ${JSON.stringify(open)}`;
      const credited = completedAmong(rows, "DEPOSIT");
      const sent = deposits.filter(({ accountId }) => accountId === trader.accountId.toLowerCase());
      if (credited.length < sent.length) return `${sent.length - credited.length} deposits are not credited`;
    }
    const answer = accepted(await call(`${this.url}/v1/public/vault_balance`)).data.rows?.[0];
    const { balance } = await this.truth();
    if (answer === undefined || micros(answer.balance) !== balance) return `the venue sees ${JSON.stringify(answer)}`;
    if (answer.balance !== answer.expected) return `vault and journal differ: ${JSON.stringify(answer)}`;
    return null;
  }

  async #expectEqual(): Promise<void> {
    const { deposits, payouts, balance } = await this.truth();
    expect(new Set(payouts.map(({ key }) => key)).size).toBe(payouts.length);
    const paidOut = sum(payouts.map(({ amount, fee }) => amount - fee));
    expect(balance).toBe(sum(deposits.map(({ amount }) => amount)) - paidOut);
    let paidByLedger = 0;
    for (const trader of this.#traders) {
      const rows = await this.rowsOf(trader);
      const id = trader.accountId.toLowerCase();
      const sent = deposits.filter(({ accountId }) => accountId === id).map(({ amount }) => amount);
      const credited = completedAmong(rows, "DEPOSIT").map(({ amount }) => micros(amount));
      expect({ id, credited: credited.toSorted(ascending) }).toEqual({ id, credited: sent.toSorted(ascending) });
      const paid = payouts.filter(({ key }) => key.startsWith(`${id}:`));
      const left = completedAmong(rows, "WITHDRAW").map(({ amount }) => micros(amount));
      const withdrawn = paid.map(({ amount }) => amount);
      expect({ id, left: left.toSorted(ascending) }).toEqual({ id, left: withdrawn.toSorted(ascending) });
      expect({ id, holding: micros(await holdingOf(trader)) }).toEqual({
        ...{ id, holding: this.#given.get(trader.accountId)! + sum(sent) - sum(withdrawn) },
      });
      paidByLedger += paid.length;
    }
    expect(paidByLedger).toBe(payouts.length);
  }
}

/** Leaves out what the faucet gave. */
function completedAmong(rows: Rows, side: "DEPOSIT" | "WITHDRAW"): Rows {
  return rows.filter((row) => row.side === side && row.trans_status === "COMPLETED" && row.tx_id !== "");
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function micros(usdc: unknown): bigint {
  return BigInt(Math.round(Number(usdc) * 1e6));
}
