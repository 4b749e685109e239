// A line to a server on the loopback, with clocks moved by hand.

import pino from "pino";
import { HandMovedClocks } from "../../../operation/time/testing/hand-moved-clocks.ts";
import type { Driver } from "../frames/driver.ts";
import type { Quote } from "../frames/quote.ts";
import { SocketLine } from "../lines/socket-line.ts";
import { ConnectSpacing } from "../lines/spacing.ts";

export const quietLog = pino({ level: "silent" });

interface Taken {
  readonly quote: Quote;
  readonly era: number;
}

export interface FeedRig {
  readonly line: SocketLine;
  readonly clocks: HandMovedClocks;
  readonly taken: Taken[];
  /** Lets time pass a second at a time; the line looks after each. */
  pass(seconds: number): void;
}

export function feedRig(driver: Driver, url: string, pairs: readonly string[], now = 1_700_000_000_000): FeedRig {
  const clocks = new HandMovedClocks(now);
  const taken: Taken[] = [];
  const line = new SocketLine({
    ...{ name: "test", driver, url, pairs, clocks, random: () => 0.5, log: quietLog },
    spacing: new ConnectSpacing(driver.connectEveryMs),
    take: (quotes, era) => taken.push(...quotes.map((quote) => ({ quote, era }))),
  });
  return {
    ...{ line, clocks, taken },
    pass(seconds) {
      for (let i = 0; i < seconds; i++) {
        clocks.pass(1_000);
        line.look();
      }
    },
  };
}

/** Waits for an effect of this machine's sockets. */
export async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await Bun.sleep(1);
}
