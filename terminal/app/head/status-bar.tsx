// The always visible status: the connection to the venue, how long answers take, how old the data is, and the venue's clock
// where it differs from this machine's.

import { rounded } from "../../format/figure-text.ts";
import { timeOfDay } from "../../format/time.ts";
import { words } from "../../texts/words.ts";
import { Connection } from "./connection.tsx";
import { useClockDifference } from "./use-clock-difference.ts";
import { useDelay } from "./use-delay.ts";

const { status: texts } = words.shell;

export function StatusBar({ ageSeconds }: { readonly ageSeconds: number }) {
  return (
    <footer className="status">
      <Connection />
      <StatusFacts ageSeconds={ageSeconds} />
      <span className="status-keys">
        <kbd>?</kbd> {texts.keys}
      </span>
    </footer>
  );
}

export function StatusFacts({ ageSeconds }: { readonly ageSeconds: number }) {
  return (
    <>
      <span className={ageSeconds > 0 ? "status-warn" : undefined}>{texts.age(ageSeconds)}</span>
      <DelayShown />
      <ClockShown />
    </>
  );
}

function DelayShown() {
  const delay = useDelay();
  if (delay === undefined) return null;
  const [venue, way] = [delay.venueMs, delay.wayMs].map((ms) => rounded(ms, 1).toFixed(1));
  return <span title={texts.delayMeaning}>{texts.delay(venue!, way!)}</span>;
}

function ClockShown() {
  const difference = useClockDifference();
  if (difference === undefined) return null;
  return (
    <span className="status-warn" title={texts.clockMeaning}>
      {texts.clock(timeOfDay(difference.nowMs), difference.aheadMs)}
    </span>
  );
}
