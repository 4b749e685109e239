// The accounts of the demo traders: two makers and a crowd of takers, found again by names that follow from the seed.
// They have no keys and no wallets: their orders come from the venue's own process. Money that they lose is replaced, and
// the makers pay no fee, as is usual for makers of a young venue.

import type { Unstamped } from "@evermark/core";
import { type EngineReader, feeE5, micros } from "@evermark/engine";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { hashOf, hashOfText } from "../../prices/random.ts";
import { CROWD } from "../decisions/demo-market.ts";

interface DemoAccount {
  readonly accountId: string;
  readonly wallet: string;
  /** In USDC. */
  readonly funds: number;
  readonly makerFee: number;
}

const MAKER_FUNDS = 2_000_000;
const TAKER_FUNDS = 500_000;
/** 3 basis points: the lowest fee of a new builder's users. */
const TAKER_FEE = 30;
const MAKERS = ["maker of large markets", "maker of small markets"] as const;

export class DemoAccounts {
  readonly #accounts: readonly DemoAccount[];
  readonly #brokerId: string;

  constructor(seed: number, brokerId: string) {
    const named = (name: string, funds: number, makerFee: number): DemoAccount => {
      const wallet = walletOf(seed, name);
      return { wallet, accountId: accountIdOf(wallet, brokerId), funds, makerFee };
    };
    const crowd = Array.from({ length: CROWD }, (_, trader) => named(`taker ${trader}`, TAKER_FUNDS, TAKER_FEE));
    this.#accounts = [...MAKERS.map((name) => named(name, MAKER_FUNDS, 0)), ...crowd];
    this.#brokerId = brokerId;
  }

  /** The account that makes the large markets, or the others; −1 while it is not open. */
  maker(engine: EngineReader, isLarge: boolean): number {
    return engine.findAccount(this.#accounts[isLarge ? 0 : 1]!.accountId);
  }

  taker(engine: EngineReader, trader: number): number {
    return engine.findAccount(this.#accounts[MAKERS.length + trader]!.accountId);
  }

  /**
   * The commands still needed before they can trade, or continue; in rounds, because an account has a number only once it
   * is open.
   */
  missing(engine: EngineReader): Unstamped[] {
    return this.#accounts.flatMap((wanted) => this.#missingOf(engine, wanted));
  }

  #missingOf(engine: EngineReader, { accountId, wallet, funds, makerFee }: DemoAccount): Unstamped[] {
    const account = engine.findAccount(accountId);
    if (account === -1) return [{ type: "open_account", accountId, wallet, brokerId: this.#brokerId }];
    const commands: Unstamped[] = [];
    const view = engine.account(account);
    if (view.makerFee !== makerFee || view.takerFee !== TAKER_FEE) {
      const rates = { takerFee: feeE5(TAKER_FEE), makerFee: feeE5(makerFee) };
      const broker = engine.findBroker(this.#brokerId);
      commands.push({ type: "set_account_fees", broker, accounts: [{ account }], ...rates });
    }
    const left = engine.margin(account).accountValue / 1_000_000;
    if (left < funds / 2) {
      const reference = `demo:${account}:${engine.depositCount(account) + 1}`;
      const amount = micros(Math.ceil(funds - left) * 1_000_000);
      commands.push({ type: "credit_deposit", account, amount, source: "faucet", reference });
    }
    return commands;
  }
}

/** An address for which no key is known. */
function walletOf(seed: number, name: string): string {
  const words = Array.from({ length: 5 }, (_, word) => hashOf(seed, hashOfText(name), word));
  return `0x${words.map((word) => word.toString(16).padStart(8, "0")).join("")}`;
}
