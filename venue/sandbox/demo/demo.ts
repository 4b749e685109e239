// The demo traders of a sandbox: two makers, a noise taker and a trend follower. They are ordinary clients with accounts
// of their own, over HTTP and WebSocket, and send about thirty requests a second together. Design 7.

import type { Logger } from "pino";
import { Random } from "../../prices/random.ts";
import { DemoAccount, type DemoVenue } from "./demo-account.ts";
import { DemoMaker } from "./maker.ts";
import type { MakerStyle } from "./maker-quotes.ts";
import { PriceBoard } from "./price-board.ts";
import { type Pulse, startPulse } from "./pulse.ts";
import { DemoNoiseTaker, DemoTrendFollower } from "./taker.ts";

/** Near the price with small orders. */
const TIGHT: MakerStyle = {
  distances: [0.0004, 0.0008, 0.0014, 0.0024, 0.004],
  firstNotional: 1_500,
  positionMax: 15_000,
};
/** Further away with large ones. */
const DEEP: MakerStyle = {
  distances: [0.0007, 0.0018, 0.0035, 0.006, 0.01],
  firstNotional: 4_000,
  positionMax: 40_000,
};

const MAKER_FUNDS = { tight: 100_000, deep: 250_000 } as const;
const TAKER_FUNDS = 50_000;
const TOP_UP_EVERY_MS = 60_000;

export interface Demo {
  /** Orders are taken off the book; returns when the last request has ended. */
  stop(): Promise<void>;
}

/** Opens and funds the accounts and begins to trade; returns when the traders are at work. */
export async function startDemo(venue: DemoVenue, log: Logger): Promise<Demo> {
  const open = async (name: string, usdc: number) => {
    const account = await DemoAccount.open(venue, name);
    await account.fund(usdc);
    return { account, name, usdc };
  };
  // One after the other: account opening is rate-limited per address.
  const tight = await open("tight maker", MAKER_FUNDS.tight);
  const deep = await open("deep maker", MAKER_FUNDS.deep);
  const noise = await open("noise taker", TAKER_FUNDS);
  const trend = await open("trend follower", TAKER_FUNDS);

  const board = await PriceBoard.follow(tight.account.client);
  const makers = [new DemoMaker(tight.account, board, TIGHT), new DemoMaker(deep.account, board, DEEP)] as const;
  const noiseTaker = new DemoNoiseTaker(noise.account, board, new Random(venue.seed, 1));
  const trendFollower = new DemoTrendFollower(trend.account, board);

  const traders = [tight, deep, noise, trend];
  const pulse = (name: string, everyMs: number, turn: () => Promise<void>): Pulse =>
    startPulse(everyMs, turn, (error) => log.warn({ trader: name, err: error }, "a demo trader's turn failed"));
  const pulses = [
    pulse("tight maker", 150, () => makers[0].turn()),
    pulse("deep maker", 250, () => makers[1].turn()),
    pulse("noise taker", 250, () => noiseTaker.turn()),
    pulse("trend follower", 1_000, () => trendFollower.turn()),
    pulse("top-up", TOP_UP_EVERY_MS, async () => {
      for (const { account, usdc } of traders) await account.fund(usdc / 2);
    }),
  ];
  log.info({ traders: traders.length, markets: board.symbols.length }, "demo traders are at work");

  return {
    async stop() {
      await Promise.all(pulses.map((one) => one.stop()));
      await Promise.allSettled(makers.map((maker) => maker.leave()));
      for (const { account } of traders) account.close();
    },
  };
}
