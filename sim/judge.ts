// Who applies a command and says whether what came of it is right. Every judge checks what must hold whatever the rules
// say: the audit of rules 1.5, books that are not crossed, one-sided open interest, no user who owes.

import type { Answer, Command } from "@evermark/engine";
import { silent } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import type { MarketState } from "@evermark/engine/vocabulary.ts";
import { claim } from "./violation.ts";

export interface Judge {
  /** Another one after each restart of the venue. */
  engine: EngineByOpening;
  /** @throws {Violation} or whatever the engine, its audit or the model throws */
  apply(command: Command): void;
}

export type MakeJudge = (engine: EngineByOpening) => Judge;

/** Checks the engine against itself only. */
export class EngineJudge implements Judge {
  constructor(public engine: EngineByOpening) {}

  apply(command: Command): Answer {
    const answer = this.engine.apply(command, silent);
    checkEngine(this.engine);
    return answer;
  }
}

/** What holds after every command. */
export function checkEngine({ engine }: EngineByOpening): void {
  engine.audit();
  const longs = new Float64Array(engine.marketCount);
  const shorts = new Float64Array(engine.marketCount);
  let heldDebt = 0;
  for (let account = 0; account < engine.accountCount; account++) {
    for (const { market, quantity, margin } of engine.positions(account)) {
      claim(margin >= 0, "no position's margin is negative", () => `account ${account}, market ${market}: ${margin}`);
      if (quantity > 0) longs[market]! += quantity;
      else shorts[market]! -= quantity;
    }
    if (engine.account(account).userId === 0) continue;
    const { holding, frozen, totalCollateral } = engine.margin(account);
    const isHeld = isHeldInLiquidation(engine, account);
    if (isHeld) heldDebt += Math.min(0, totalCollateral);
    const owes = `account ${account} holds ${holding}, frozen ${frozen}`;
    claim((holding >= 0 || isHeld) && frozen >= 0, "no user owes who could be taken over", () => owes);
  }
  const { collateral } = engine.liquidations.insuranceFund();
  const { solvencyHalt } = engine.venue();
  const worth = () => `${collateral}, and ${heldDebt} that it will have to bear`;
  claim(solvencyHalt === collateral + heldDebt < 0, "a fund that owes halts withdrawals, and only then", worth);
  for (let number = 0; number < engine.marketCount; number++) {
    const { openInterest, bestBid, bestAsk, mark, index, parameters } = engine.market(number);
    const sides = () =>
      `${parameters.symbol}: long ${longs[number]}, short ${shorts[number]}, open interest ${openInterest}`;
    claim(longs[number] === shorts[number] && longs[number] === openInterest, "open interest is one side", sides);
    const crossed = bestBid > 0 && bestAsk > 0 && bestBid >= bestAsk;
    claim(!crossed, "a book is never crossed", () => `${parameters.symbol}: ${bestBid} and ${bestAsk}`);
    claim(mark > 0 && index > 0, "every price is positive", () => `${parameters.symbol}: mark ${mark}, index ${index}`);
  }
}

const TRADING: readonly MarketState[] = ["POST_ONLY", "ACTIVE", "REDUCE_ONLY", "DELISTING"];

/** Whether an account is in liquidation with nothing that can be taken of it: all that it holds is in paused markets. */
function isHeldInLiquidation(engine: EngineByOpening["engine"], account: number): boolean {
  const { phase } = engine.venue().maintenance;
  const isResting = phase === "running" || phase === "grace";
  const crossed = engine
    .positions(account)
    .filter(({ marginMode, quantity }) => marginMode === "CROSS" && quantity !== 0);
  if (crossed.length === 0 || !engine.liquidations.isLiquidating(account, -1)) return false;
  return crossed.every(({ market }) => {
    const { state, liquidationHeld } = engine.market(market);
    return isResting || liquidationHeld || !TRADING.includes(state);
  });
}
