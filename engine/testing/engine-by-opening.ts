// An engine whose accounts are numbered by the order of their opening, from 0. The engine itself counts the system's accounts
// as well (rules 0.6), so the number of the first user depends on how many builders there are; for a test, "account 0" is
// the first account that was opened.

import { assert } from "../base/fault.ts";
import type { MarginMode, Side } from "../base/vocabulary.ts";
import { type Command, DECLARATIONS } from "../language/commands/commands.ts";
import { type Listener, silent } from "../language/events/events.ts";
import { rejections } from "../language/rejections.ts";
import type {
  AlgoOrderView,
  Answer,
  BookLevel,
  KeyView,
  MarginView,
  MarketView,
  OrderView,
  PositionView,
} from "../language/views/views.ts";
import { Engine } from "../run/engine.ts";
import { withAccounts } from "./named-accounts.ts";

/** Commands that may open an account; the last one does not always. */
const OPENING: ReadonlySet<Command["type"]> = new Set(["open_account", "add_sub_account", "confirm_delegate"]);

function mustBeDeclared({ type }: Command, { rejection, replayed }: Readonly<Answer>): void {
  if (rejection === null || replayed) return;
  const { name, detail } = rejection;
  assert(DECLARATIONS[type].refusals.includes(name), "a refusal is declared", { type, name });
  const declared: readonly string[] = rejections[name];
  for (const number of Object.keys(detail)) assert(declared.includes(number), "its numbers as well", { name, number });
}

export class EngineByOpening {
  constructor(
    readonly engine: Engine = new Engine(),
    /** The engine's number of each account, by the order of opening. */
    readonly numbers: number[] = [],
  ) {}

  apply(command: Command, listener: Listener): Answer {
    const answer = this.engine.apply(this.translated(command), this.translating(listener));
    this.answered(command, answer);
    return answer;
  }

  /** Records the engine's answer to a command, wherever the `translated` command was applied. */
  answered(command: Command, answer: Readonly<Answer>): void {
    mustBeDeclared(command, answer);
    if (OPENING.has(command.type) && answer.rejection === null && this.opening(answer.created) < 0) {
      this.numbers.push(answer.created);
    }
  }

  /** The command with the engine's own account numbers, as a journal would hold it. */
  translated(command: Command): Command {
    return withAccounts(command, (account) => this.number(account));
  }

  /** The same engine, restored from its own snapshot. */
  restored(): EngineByOpening {
    // A subclass of Engine is restored as that subclass.
    const { restore } = this.engine.constructor as typeof Engine;
    return new EngineByOpening(restore(this.engine.snapshot()), [...this.numbers]);
  }

  findKey(account: number, key: string): KeyView | undefined {
    return this.engine.findKey(this.number(account), key);
  }
  margin(account: number): MarginView {
    return this.engine.margin(this.number(account));
  }
  positions(account: number): PositionView[] {
    return this.engine.positions(this.number(account));
  }
  position(account: number, market: number, mode: MarginMode = "CROSS"): PositionView {
    return this.engine.position(this.number(account), market, mode);
  }
  leverage(account: number, market: number, mode: MarginMode = "CROSS"): number {
    return this.engine.leverage(this.number(account), market, mode);
  }
  marginMode(account: number, market: number): MarginMode {
    return this.engine.marginMode(this.number(account), market);
  }
  /** Trees that are not finished, by ascending id of their roots. */
  openAlgoOrders(account: number): AlgoOrderView[] {
    return this.engine.algoOrders.open(this.number(account), -1);
  }
  openOrders(account: number, market: number): OrderView[] {
    return this.engine.openOrders(this.number(account), market).map((order) => ({ ...order, account }));
  }
  market(market: number): MarketView {
    return this.engine.market(market);
  }
  bookSide(market: number, side: Side): BookLevel[] {
    return this.engine.bookSide(market, side, 1_000);
  }

  /** The engine's own number of an account. */
  number(account: number): number {
    return this.numbers[account] ?? account;
  }

  /** The position of an engine account in the order of opening, -1 for a system account. */
  opening(number: number): number {
    return this.numbers.indexOf(number);
  }

  /** Passes on the engine's reports with accounts numbered by opening. Reports about system accounts are mostly left out. */
  translating(listener: Listener): Listener {
    return {
      ...silent,
      order: (report) => listener.order({ ...report, account: this.opening(report.account) }),
      trade: (report) =>
        listener.trade({
          ...report,
          makerAccount: this.opening(report.makerAccount),
          takerAccount: this.opening(report.takerAccount),
        }),
      level: (market, side, price) => listener.level(market, side, price),
      position: (account, market, mode) => {
        if (this.opening(account) >= 0) listener.position(this.opening(account), market, mode);
      },
      ledger: (entry) => {
        if (this.opening(entry.account) >= 0) listener.ledger({ ...entry, account: this.opening(entry.account) });
      },
      price: (market, index, mark, at) => listener.price(market, index, mark, at),
      account: (change) => listener.account(change),
      algo: (report) => listener.algo({ ...report, account: this.opening(report.account) }),
      marketListed: (market, at) => listener.marketListed(market, at),
    };
  }
}
