// "Pay me funding": moves the clock to the next funding time of the largest position's market, and shows the payment.

import { useCell } from "../../cells/use-cell.ts";
import { Button } from "../../parts/button.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { words } from "../../texts/words.ts";
import { PATIENCE, untilFunding } from "./funding-time.ts";
import { largestPosition } from "./largest-position.ts";
import type { Controls } from "./use-controls.ts";

const texts = words.sandbox.you;

interface FundingControlProps {
  readonly controls: Controls;
  readonly session: AccountSession;
}

export function FundingControl({ controls: { run, isBusy }, session }: FundingControlProps) {
  const position = largestPosition(useCell(session.margin)?.rows ?? []);
  const pay = (symbol: string) =>
    run(async () => {
      const { client } = session;
      const advanceMs = await untilFunding(client, symbol);
      const from = client.rest.clock.now();
      await client.sandbox.advanceClock({ advance_ms: advanceMs }, PATIENCE);
      session.refresh();
      const { rows } = await client.funding.getFundingFees({ symbol, start_t: from });
      const [last] = rows;
      if (last === undefined) return texts.fundingNone(symbol);
      const { funding_fee, payment_type } = last;
      return payment_type === "Pay"
        ? texts.fundingPaid(symbol, funding_fee)
        : texts.fundingReceived(symbol, funding_fee);
    });
  return (
    <>
      <p className="sandbox-effect">{texts.fundingEffect}</p>
      <div className="sandbox-buttons">
        <Button disabled={isBusy || position === undefined} onClick={() => position && pay(position.symbol)}>
          {texts.funding}
        </Button>
      </div>
    </>
  );
}
