// Referral in history: which account is bound to whose code, what referees trade by day, and what both sides were paid.
// Rules 8.5. All-time sums are kept up to date with each event.

import type { AccountChange, FundsEvent } from "@evermark/engine";
import { dayOf } from "../../sums/candle-sums.ts";
import { ALL_TIME, NEVER } from "../schema/account-tables.ts";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { statement } from "../tables/statement.ts";
import { addTo, insertNewInto } from "../tables/writing.ts";

const BIND = insertNewInto("referees");
const COUNT_INVITE = addTo("referral_codes", ["invites"]);
const SET_TRADED = statement((builder, { account, day }: { account: number; day: number }) =>
  builder.updateTable("referees").set({ traded_day: day }).where("account", "=", account),
);
const COUNT_TRADED = statement((builder, { code }: { code: string }) =>
  builder
    .updateTable("referral_codes")
    .set(({ eb }) => ({ traded: eb("traded", "+", 1) }))
    .where("code", "=", code),
);
const ADD_DAY = addTo("referral_days");
const REFEREE = statement((builder, { account }: { account: number }) =>
  builder
    .selectFrom("referees")
    .select(["account", "referrer", "code", "traded_day as tradedDay"])
    .where("account", "=", account),
);

interface Referee {
  readonly account: number;
  readonly referrer: number;
  readonly code: string;
  tradedDay: number;
}

type Bound = Extract<AccountChange, { type: "referral_bound" }>;
type Distributed = Extract<FundsEvent, { type: "distributed" }>;

export class ReferralRecords {
  readonly #tables: Store;
  readonly #mainOf: (account: number) => number;
  readonly #bind: Write<NewRow<"referees">>;
  readonly #countInvite: Write<NewRow<"referral_codes">>;
  readonly #setTraded: Write<{ account: number; day: number }>;
  readonly #countTraded: Write<{ code: string }>;
  readonly #addDay: Write<NewRow<"referral_days">>;
  /** The main account of each account, looked up once. */
  readonly #mains = new Map<number, number>();
  /** By main account; null for one that is not a referee. */
  readonly #refereeOf = new Map<number, Referee | null>();
  /** Volumes since the last `write`, on the day `#day`, by referrer. */
  readonly #volumes = new Map<number, number>();
  #day = 0;

  constructor(tables: Store, mainOf: (account: number) => number) {
    this.#tables = tables;
    this.#mainOf = mainOf;
    this.#bind = tables.prepare(BIND);
    this.#countInvite = tables.prepare(COUNT_INVITE);
    this.#setTraded = tables.prepare(SET_TRADED);
    this.#countTraded = tables.prepare(COUNT_TRADED);
    this.#addDay = tables.prepare(ADD_DAY);
  }

  bound({ account, referrer, code, at }: Bound): void {
    this.#bind.run({ account, referrer, code, boundDay: dayOf(at), tradedDay: NEVER });
    this.#countInvite.run({ code, referrer, invites: 1, traded: 0 });
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
    if (referee.tradedDay === NEVER) this.#countTraded.run(referee);
    referee.tradedDay = day;
    this.#setTraded.run({ account: referee.account, day });
  }

  distributed({ account, kind, amount, at }: Distributed): void {
    if (kind === "BROKER_FEE") return;
    const asReferrer = kind === "REFERRAL_REBATE";
    const rebates = { referrerRebate: asReferrer ? amount : 0, refereeRebate: asReferrer ? 0 : amount };
    for (const day of [dayOf(at), ALL_TIME]) this.#addDay.run({ account, day, volume: 0, ...rebates });
  }

  write(): void {
    for (const [referrer, volume] of this.#volumes) {
      const traded = { account: referrer, volume, referrerRebate: 0, refereeRebate: 0 };
      for (const day of [this.#day, ALL_TIME]) this.#addDay.run({ ...traded, day });
    }
    this.#volumes.clear();
  }

  #find(account: number): Referee | null {
    // Sub-accounts follow their main account.
    const main = this.#mains.get(account) ?? this.#mainOf(account);
    this.#mains.set(account, main);
    const known = this.#refereeOf.get(main);
    if (known !== undefined) return known;
    const found = this.#tables.first(REFEREE, { account: main }) ?? null;
    this.#refereeOf.set(main, found);
    return found;
  }
}
