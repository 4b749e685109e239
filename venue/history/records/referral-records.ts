// Referral in history: who is bound to whose code, what referees trade by day, and what both sides were paid. Rules 8.5.
// Windows of figures are whole days of UTC, today included; over all time the sums are kept as they happen.

import type { Statement } from "bun:sqlite";
import type { AccountChange, FundsEvent } from "@evermark/engine";
import { dayOf } from "../../statistics/candles.ts";
import type { Tables } from "../tables/tables.ts";

export const REFERRAL_TABLES = `
CREATE TABLE referees (
  account INTEGER PRIMARY KEY,
  referrer INTEGER NOT NULL,
  code TEXT NOT NULL,
  -- Days since 1970; -1 for one that never traded.
  bound_day INTEGER NOT NULL,
  traded_day INTEGER NOT NULL
) STRICT;
CREATE INDEX referees_by_binding ON referees (referrer, bound_day);
CREATE INDEX referees_by_trade ON referees (referrer, traded_day);

-- Micros that a referrer's referees traded on a day, and those paid to an account as referrer and as referee; as day -1
-- since the beginning.
CREATE TABLE referral_days (
  account INTEGER NOT NULL,
  day INTEGER NOT NULL,
  volume INTEGER NOT NULL,
  referrer_rebate INTEGER NOT NULL,
  referee_rebate INTEGER NOT NULL,
  PRIMARY KEY (account, day)
) STRICT, WITHOUT ROWID;

-- How many accounts a code has bound, and how many of them have traded.
CREATE TABLE referral_codes (
  code TEXT PRIMARY KEY,
  referrer INTEGER NOT NULL,
  invites INTEGER NOT NULL,
  traded INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX referral_codes_by_referrer ON referral_codes (referrer);
`;

const [NEVER, ALL_TIME] = [-1, -1];

interface Referee {
  readonly account: number;
  readonly referrer: number;
  readonly code: string;
  tradedDay: number;
}

type Bound = Extract<AccountChange, { type: "referral_bound" }>;
type Distributed = Extract<FundsEvent, { type: "distributed" }>;

export class ReferralRecords {
  readonly #tables: Tables;
  readonly #mainOf: (account: number) => number;
  readonly #bind: Statement;
  readonly #countInvite: Statement;
  readonly #setTraded: Statement;
  readonly #countTraded: Statement;
  readonly #addDay: Statement;
  /** Looked up once. */
  readonly #mains = new Map<number, number>();
  /** By main account; null for nobody's. */
  readonly #refereeOf = new Map<number, Referee | null>();
  /** Since the last `write`: by referrer, of the day `#day`. */
  readonly #volumes = new Map<number, number>();
  #day = 0;

  constructor(tables: Tables, mainOf: (account: number) => number) {
    this.#tables = tables;
    this.#mainOf = mainOf;
    this.#bind = tables.prepare(`INSERT OR IGNORE INTO referees VALUES (?, ?, ?, ?, ${NEVER})`);
    this.#countInvite = tables.prepare(`
      INSERT INTO referral_codes VALUES (?, ?, 1, 0) ON CONFLICT (code) DO UPDATE SET invites = invites + 1`);
    this.#setTraded = tables.prepare("UPDATE referees SET traded_day = ? WHERE account = ?");
    this.#countTraded = tables.prepare("UPDATE referral_codes SET traded = traded + 1 WHERE code = ?");
    this.#addDay = tables.prepare(`
      INSERT INTO referral_days VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (account, day) DO UPDATE SET
        volume = volume + excluded.volume,
        referrer_rebate = referrer_rebate + excluded.referrer_rebate,
        referee_rebate = referee_rebate + excluded.referee_rebate`);
  }

  bound({ account, referrer, code, at }: Bound): void {
    this.#bind.run(account, referrer, code, dayOf(at));
    this.#countInvite.run(code, referrer);
    this.#refereeOf.delete(account);
  }

  /** One leg of a trade; micros. */
  trade(account: number, notional: number, at: number): void {
    const referee = this.#find(account);
    if (referee === null) return;
    const day = dayOf(at);
    if (day !== this.#day) this.write();
    this.#day = day;
    const { referrer } = referee;
    this.#volumes.set(referrer, (this.#volumes.get(referrer) ?? 0) + notional);
    if (referee.tradedDay === day) return;
    if (referee.tradedDay === NEVER) this.#countTraded.run(referee.code);
    referee.tradedDay = day;
    this.#setTraded.run(day, referee.account);
  }

  distributed({ account, kind, amount, at }: Distributed): void {
    if (kind === "BROKER_FEE") return;
    const asReferrer = kind === "REFERRAL_REBATE";
    for (const day of [dayOf(at), ALL_TIME]) {
      this.#addDay.run(account, day, 0, asReferrer ? amount : 0, asReferrer ? 0 : amount);
    }
  }

  write(): void {
    for (const [referrer, volume] of this.#volumes) {
      for (const day of [this.#day, ALL_TIME]) this.#addDay.run(referrer, day, volume, 0, 0);
    }
    this.#volumes.clear();
  }

  #find(account: number): Referee | null {
    // Sub-accounts follow their main account.
    const main = this.#mains.get(account) ?? this.#mainOf(account);
    this.#mains.set(account, main);
    const known = this.#refereeOf.get(main);
    if (known !== undefined) return known;
    const found = this.#read(main);
    this.#refereeOf.set(main, found);
    return found;
  }

  #read(account: number): Referee | null {
    const found = this.#tables.first<Referee>(
      "SELECT account, referrer, code, traded_day AS tradedDay FROM referees WHERE account = ?",
      account,
    );
    return found ?? null;
  }
}

/** Figures of one window; money in micros. */
export interface ReferralWindow {
  readonly invites: number;
  readonly traded: number;
  readonly volume: number;
  readonly referrerRebate: number;
  readonly refereeRebate: number;
}

interface ReferralFigures {
  /** In the order of what was asked. */
  readonly windows: readonly ReferralWindow[];
  readonly total: ReferralWindow;
  readonly codes: readonly { readonly code: string; readonly invites: number; readonly traded: number }[];
}

/** @param days how many days each window has, today included */
export function referralFigures(
  tables: Tables,
  account: number,
  now: number,
  days: readonly number[],
): ReferralFigures {
  const codes = tables.all<ReferralFigures["codes"][number]>(
    "SELECT code, invites, traded FROM referral_codes WHERE referrer = ?",
    account,
  );
  const sum = (of: "invites" | "traded") => codes.reduce((total, each) => total + each[of], 0);
  return {
    windows: days.map((count) => windowOf(tables, account, dayOf(now) - count + 1)),
    total: { invites: sum("invites"), traded: sum("traded"), ...sumsOf(tables, account, "day = -1", []) },
    codes,
  };
}

function windowOf(tables: Tables, account: number, from: number): ReferralWindow {
  return {
    invites: tables.count("referees WHERE referrer = ? AND bound_day >= ?", account, from),
    traded: tables.count("referees WHERE referrer = ? AND traded_day >= ?", account, from),
    ...sumsOf(tables, account, "day >= ?", [from]),
  };
}

function sumsOf(tables: Tables, account: number, days: string, values: readonly number[]) {
  return tables.first<Pick<ReferralWindow, "volume" | "referrerRebate" | "refereeRebate">>(
    `SELECT coalesce(sum(volume), 0) AS volume, coalesce(sum(referrer_rebate), 0) AS referrerRebate,
      coalesce(sum(referee_rebate), 0) AS refereeRebate
    FROM referral_days WHERE account = ? AND ${days}`,
    account,
    ...values,
  )!;
}
