// All that the venue holds against all that it owes: one figure each. Owed is the engine's own sum of what all accounts have, its
// funds and vaults among them, less what the chain has paid and the journal has not booked yet. Held is what the vault and the
// treasuries have, less what of it is in no balance. Both are taken in one moment, so nothing on its way makes a difference.

import type { EngineReader } from "@evermark/engine";
import type { Logger } from "pino";
import type { Condition } from "../../operation/reports/readiness.ts";
import type { CustodyView } from "../view/chain-view.ts";
import type { HeldRow, ReservesView } from "../view/reserves-view.ts";
import { NOT_MONEY } from "../watcher/deposit-submitter.ts";
import type { ReserveMetrics } from "./reserve-metrics.ts";
import { ReservesJudge } from "./reserves-judge.ts";
import { TokenStops } from "./token-stops.ts";
import { originOf } from "./tokens/held-back.ts";
import {
  type ExpectedTreasury,
  type ReportedToken,
  rowOfTreasury,
  rowsUnread,
  type TreasuryReport,
} from "./treasury-rows.ts";

interface ReservesParts {
  readonly engine: EngineReader;
  /** Where there is none, treasuries are all that it has. */
  readonly hasVault: boolean;
  readonly chainId: number;
  /** Lower case; null until they are known. */
  readonly vault: () => { readonly address: string | null; readonly contract: string | null };
  /** Has the vault looked at again. */
  readonly lookAtVault: () => void;
  /** Whether less than is owed is an alarm: what a sandbox's faucet gives is in no vault. */
  readonly alarms: boolean;
  readonly conditions: Readonly<Record<"reserves" | "tokens", Condition>>;
  readonly metrics: ReserveMetrics;
  /** Milliseconds of a clock that only runs on. */
  readonly steady: () => number;
  readonly log: Logger;
}

export class Reserves {
  readonly #parts: ReservesParts;
  readonly #judge: ReservesJudge;
  readonly #stops: TokenStops;
  /** By chain; null until its treasury was read. */
  readonly #treasuries = new Map<
    number,
    { readonly expected: ExpectedTreasury; readonly report: TreasuryReport | null }
  >();
  #vault: CustodyView | null = null;
  #view: ReservesView | null = null;

  constructor(parts: ReservesParts) {
    const { conditions, metrics, steady, log } = parts;
    this.#parts = parts;
    this.#judge = new ReservesJudge({ condition: conditions.reserves, steady, log });
    this.#stops = new TokenStops({ condition: conditions.tokens, metrics, log });
  }

  /** A treasury that will be read: before it was, it is not known what the venue holds. */
  expect(expected: ExpectedTreasury): void {
    this.#treasuries.set(expected.chainId, { expected, report: null });
  }

  /** From the receivers, each round. */
  onTreasury(report: TreasuryReport): void {
    const { chainId } = report.expected;
    this.#treasuries.set(chainId, { expected: report.expected, report });
    this.#stops.look(report);
    if (this.#parts.hasVault) this.#parts.lookAtVault();
    else this.#look();
  }

  /** From custody, in the moment in which it holds the vault against the journal. */
  onVault(view: CustodyView): void {
    this.#vault = view;
    this.#look();
  }

  get view(): ReservesView {
    const { engine } = this.#parts;
    if (this.#view !== null) return this.#view;
    return { rows: this.#rows(), assets: null, liabilities: BigInt(engine.custody), shortfall: null, at: null };
  }

  #look(): void {
    const { engine, alarms, metrics } = this.#parts;
    const rows = this.#rows();
    const liabilities = BigInt(engine.custody) - (this.#vault?.paid ?? 0n);
    const values = rows.map(({ value }) => value);
    const assets = values.includes(null) ? null : values.reduce<bigint>((sum, value) => sum + value!, 0n);
    const shortfall = assets === null ? null : assets < liabilities ? liabilities - assets : 0n;
    this.#view = { rows, assets, liabilities, shortfall, at: engine.now };
    metrics.reserves(this.#view);
    if (alarms && assets !== null && shortfall !== null) this.#judge.look({ assets, liabilities, shortfall });
  }

  #rows(): HeldRow[] {
    const parked = this.#parts.engine.funds.parkedDeposits();
    const rows = this.#parts.hasVault ? [this.#vaultRow(sumOf(parked.filter(isOfVault)))] : [];
    for (const { expected, report } of this.#treasuries.values()) {
      if (report === null) rows.push(...rowsUnread(expected));
      else rows.push(...report.tokens.map((token) => rowOfTreasury(report, token, this.#uncredited(token, parked))));
    }
    return rows;
  }

  #vaultRow(parked: bigint): HeldRow {
    const { chainId, vault } = this.#parts;
    const { balance, block, deposited } = this.#vault ?? { balance: null, block: null, deposited: 0n };
    const uncredited = deposited + parked;
    return {
      ...{ place: "vault", chainId, token: "USDC", ...vault(), balance, block, uncredited, price: 10n ** 18n },
      ...{ value: balance === null ? null : balance - uncredited, cap: null, stop: null },
    };
  }

  /** What was put aside, and of what was swept what is neither that nor credited by now. */
  #uncredited({ chainId, symbol, waiting }: ReportedToken, parked: readonly Parked[]): bigint {
    const { funds } = this.#parts.engine;
    const aside = parked.filter(({ reference }) => isOf(reference, chainId, symbol));
    const isAside = new Set(aside.map(({ reference }) => reference));
    const left = waiting.filter(({ reference }) => !funds.isCredited(reference) && !isAside.has(reference));
    return sumOf(aside) + sumOf(left);
  }
}

type Parked = ReturnType<EngineReader["funds"]["parkedDeposits"]>[number];

/** What is no USDC is not among what the vault has of it. */
function isOfVault({ reference, reason }: Parked): boolean {
  return originOf(reference) === undefined && reason !== NOT_MONEY;
}

function isOf(reference: string, chainId: number, symbol: string): boolean {
  const origin = originOf(reference);
  return origin?.chainId === chainId && origin.symbol === symbol;
}

function sumOf(deposits: readonly { readonly amount: number }[]): bigint {
  return deposits.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
