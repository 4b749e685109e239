// Controls that move the venue's clock forward.

import { useEffect, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { marketName } from "../../format/market-name.ts";
import { dayAndTime } from "../../format/time.ts";
import { positiveOf } from "../../format/typed.ts";
import { Button } from "../../parts/button.tsx";
import { DecimalField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { ControlSection } from "./control-section.tsx";
import { PATIENCE, untilFunding } from "./funding-time.ts";
import type { Controls } from "./use-controls.ts";

const texts = words.sandbox.clock;
const MINUTE_MS = 60_000;
const EIGHT_HOURS_MS = 8 * 60 * MINUTE_MS;

export function ClockControls({ controls: { run, isBusy } }: { readonly controls: Controls }) {
  const { venue, symbol } = useTerminal();
  const market = useCell(symbol);
  const now = useVenueTime();
  const [minutes, setMinutes] = useState("60");
  const wanted = positiveOf(minutes);
  const advance = (findMs: () => number | Promise<number>) =>
    run(async () => {
      const advance_ms = Math.round(await findMs());
      const { time } = await venue.client.sandbox.advanceClock({ advance_ms }, PATIENCE);
      return texts.done(time);
    });
  return (
    <ControlSection title={texts.title} effect={texts.effect}>
      <dl className="facts">
        <dt>{texts.now}</dt>
        <dd>{dayAndTime(now)}</dd>
      </dl>
      <form
        className="sandbox-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== undefined) advance(() => Number(wanted) * MINUTE_MS);
        }}
      >
        <DecimalField label={texts.minutes} value={minutes} onText={setMinutes} />
        <Button type="submit" disabled={isBusy || wanted === undefined}>
          {texts.advance}
        </Button>
      </form>
      <div className="sandbox-buttons">
        <Button disabled={isBusy} onClick={() => advance(() => EIGHT_HOURS_MS)}>
          {texts.eightHours}
        </Button>
        <Button disabled={isBusy} onClick={() => advance(() => untilFunding(venue.client, market))}>
          {texts.toFunding(marketName(market))}
        </Button>
      </div>
    </ControlSection>
  );
}

function useVenueTime(): number {
  const { venue } = useTerminal();
  const [now, setNow] = useState(() => venue.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(venue.now()), 1_000);
    return () => clearInterval(timer);
  }, [venue]);
  return now;
}
