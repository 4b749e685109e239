// Everything the venue holds against everything it owes: one figure each. Owed is the engine's own sum over all accounts,
// including its funds and vaults, less payments that the chain has made and the journal has not booked yet. Held is the
// content of the vault and the treasuries, less the part that is in no balance. Both are taken at the same moment, so
// money on its way makes no difference.

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
  /** Whether there is a vault; without one, treasuries are all it has. */
  readonly hasVault: boolean;
  readonly chainId: number;
  /** The vault's address and the token's contract, lower case; null until they are known. */
  readonly vault: () => { readonly address: string | null; readonly contract: string | null };
  /** Has the vault read again. */
  readonly lookAtVault: () => void;
  /** Whether a shortfall raises an alarm: in a sandbox it does not, because the faucet's money is in no vault. */
  readonly alarms: boolean;
  readonly conditions: Readonly<Record<"reserves" | "tokens", Condition>>;
  readonly metrics: ReserveMetrics;
  /** A monotonic clock, in milliseconds. */
  readonly steady: () => number;
  readonly log: Logger;
}

export class Reserves {
  readonly #parts: ReservesParts;
  readonly #judge: ReservesJudge;
  readonly #stops: TokenStops;
  /** By chain; the report is null until the treasury was read. */
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

  /** Announces a treasury that will be read: until it is, the venue's holdings are unknown. */
  expect(expected: ExpectedTreasury): void {
    this.#treasuries.set(expected.chainId, { expected, report: null });
  }

  /** Called by the receivers each round. */
  onTreasury(report: TreasuryReport): void {
    const { chainId } = report.expected;
    this.#treasuries.set(chainId, { expected: report.expected, report });
    this.#stops.look(report);
    if (this.#parts.hasVault) this.#parts.lookAtVault();
    else this.#look();
  }

  /** Called by custody at the moment when it compares the vault with the journal. */
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

  /** The sum of parked deposits, and of swept ones that are neither parked nor credited yet. */
  #uncredited({ chainId, symbol, waiting }: ReportedToken, parked: readonly Parked[]): bigint {
    const { funds } = this.#parts.engine;
    const aside = parked.filter(({ reference }) => isOf(reference, chainId, symbol));
    const isAside = new Set(aside.map(({ reference }) => reference));
    const left = waiting.filter(({ reference }) => !funds.isCredited(reference) && !isAside.has(reference));
    return sumOf(aside) + sumOf(left);
  }
}

type Parked = ReturnType<EngineReader["funds"]["parkedDeposits"]>[number];

/** A parked deposit of another token is not part of the vault's USDC. */
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
