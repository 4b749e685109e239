// A judge hears each command's answer and reports, as its caller and the streams do, and decides whether they are
// right. Every judge checks what must hold regardless of the rules: the audit of rules 1.5, books that are not crossed,
// one-sided open interest, and no user in debt except those whose take-over waits for a paused market.

import { type Answer, type Command, type Listener, silent } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { heldBackDebt, isHeldBack } from "./held-back-debt.ts";
import { claim } from "./violation.ts";

export interface Judge {
  /** The current engine; replaced after each restart of the venue. */
  engine: EngineByOpening;
  /** Returns the listener for what the engine reports of the next command. */
  listen(): Listener;
  /**
   * Judges a command that the engine has applied. Accounts are numbered in the order of their opening.
   * @throws {Violation} and any error of the engine's audit or of the model
   */
  judge(command: Command, answer: Readonly<Answer>): void;
}

export type MakeJudge = (engine: EngineByOpening) => Judge;

/** A judge that checks the engine only against itself. */
export class EngineJudge implements Judge {
  constructor(public engine: EngineByOpening) {}

  listen(): Listener {
    return silent;
  }

  judge(command: Command, answer: Readonly<Answer>): void {
    this.engine.answered(command, answer);
    checkEngine(this.engine);
  }
}

/** Checks what must hold after every command. */
export function checkEngine({ engine }: EngineByOpening): void {
  engine.audit();
  const longs = new Float64Array(engine.marketCount);
  const shorts = new Float64Array(engine.marketCount);
  for (let account = 0; account < engine.accountCount; account++) {
    for (const { market, quantity, margin } of engine.positions(account)) {
      claim(margin >= 0, "no position's margin is negative", () => `account ${account}, market ${market}: ${margin}`);
      if (quantity > 0) longs[market]! += quantity;
      else shorts[market]! -= quantity;
    }
    if (engine.account(account).userId === 0) continue;
    const { holding, frozen } = engine.margin(account);
    const isInDebt = holding < 0 && !isHeldBack(engine, account);
    const balance = () => `account ${account} holds ${holding}, frozen ${frozen}`;
    claim(!isInDebt && frozen >= 0, "no user whose positions could be taken over is in debt", balance);
  }
  const { collateral } = engine.liquidations.insuranceFund();
  const { solvencyHalt } = engine.venue();
  const debt = heldBackDebt(engine);
  const worth = () => `collateral ${collateral}, and ${debt} of debts that it will have to bear`;
  claim(solvencyHalt === collateral + debt < 0, "withdrawals are halted exactly while the fund is in debt", worth);
  for (let number = 0; number < engine.marketCount; number++) {
    const { openInterest, bestBid, bestAsk, mark, index, parameters } = engine.market(number);
    const sides = () =>
      `${parameters.symbol}: long ${longs[number]}, short ${shorts[number]}, open interest ${openInterest}`;
    claim(
      longs[number] === shorts[number] && longs[number] === openInterest,
      "open interest is the size of one side",
      sides,
    );
    const crossed = bestBid > 0 && bestAsk > 0 && bestBid >= bestAsk;
    claim(!crossed, "a book is never crossed", () => `${parameters.symbol}: ${bestBid} and ${bestAsk}`);
    claim(mark > 0 && index > 0, "every price is positive", () => `${parameters.symbol}: mark ${mark}, index ${index}`);
  }
}
