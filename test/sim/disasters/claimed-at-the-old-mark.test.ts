// A price jumped and came back; both times the sources agreed, and the second jump was not believed at once either. The
// operator resumed the market, for closing only, before the next report had been accepted: a trader who knew the real
// price bought the insurance fund's position for what it had been worth before.
//
// Here no account claims a position from the fund while its market's index is in doubt, whatever state the operator
// sets. With the next report the new mark decides.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";

test("the fund's position waits for the price that the sources already report", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  stage.topUp(100_000);
  const maker = stage.trader(1_000_000);
  const victim = stage.trader(1_000);
  const claimer = stage.trader(1_000_000);
  stage.leverage(victim, 20);
  stage.trade(victim, "BUY", maker, 150, 100);
  const open = (state: string) => stage.accepted({ type: "set_market_state", market: 0, state, reason: "" } as never);

  // 25 % down: not believed until it has been reported for long enough.
  stage.says(112);
  for (let second = 0; stage.mark() !== 112 && second < 120; second++) stage.tick();
  const [listed] = stage.venue.engine.liquidations.offers();
  expect(listed).toMatchObject({ kind: "claim", positions: [{ quantity: 10_000 }] });
  const claim = () =>
    stage.send({
      type: "claim_insurance_fund",
      account: claimer,
      claimId: listed!.liquidationId,
      market: 0,
      quantity: 10_000_000_000,
      limitPrice: 0,
    } as never);

  stage.says(149);
  stage.tick(2);
  expect(stage.market().state).toBe("HALTED");
  const before = stage.fund.collateral;
  open("REDUCE_ONLY");
  expect(stage.mark()).toBe(112);
  expect(claim().rejection).toMatchObject({ name: "refused" });
  expect(stage.fund.collateral).toBe(before);

  stage.tick(2);
  expect(stage.mark()).toBe(149);
  // The market may be opened again, but the position can't be claimed at 149. It came with a debt, so there is no
  // discount.
  open("ACTIVE");
  expect(claim().rejection).toBe(null);
  expect(stage.position(claimer).quantity as number).toBe(10_000);
  expect(((stage.fund.collateral as number) - (before as number)) / 1_000_000).toBe(3_700);
  await stage.end();
});
