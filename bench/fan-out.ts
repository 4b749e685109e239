// Frames per second to many clients that follow a busy book (trades, best prices, book updates), from commands that go
// through the whole venue, against a bare server that publishes the same frames.

import { type Child, startChild } from "./child-process.ts";
import { type Benchmark, figureOf, inTurns } from "./measure.ts";
import { scratchDirectory } from "./scratch.ts";
import { makeAccounts } from "./signed-orders.ts";
import { StreamClients } from "./stream-clients.ts";

const CLIENTS = 256;
const SYMBOL = "PERP_BTC_USDC";
const TOPICS = ["trade", "bbo", "orderbookupdate"];
/** Trades that are asked for at once, and how many such rounds are under way: enough that no server ever waits. */
const ROUND_TRADES = 64;
const ROUNDS_AHEAD = 4;
const RECORD_MS = 1_000;
/** A round takes milliseconds; one that takes this long will never end. */
const ROUND_MS_MAX = 20_000;

export const fanOut: Benchmark = {
  name: "fan-out",
  about: `stream frames/s to ${CLIENTS} clients`,
  async run({ quick }, report) {
    const count = quick ? 8 : CLIENTS;
    await scratchDirectory(async (directory) => {
      const accounts = (await makeAccounts(3)).map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
      const venue = startChild<number>("stream-venue.child.ts");
      const bare = startChild<number>("stream-publish.child.ts");
      const open: StreamClients[] = [];
      try {
        const ofVenue = await StreamClients.open(count, {
          port: await venue.ask({ directory, accounts }),
          path: `/ws/public/ws/stream/${accounts[0]?.accountId}`,
          messages: TOPICS.map((topic) => JSON.stringify({ event: "subscribe", topic: `${SYMBOL}@${topic}` })),
        });
        open.push(ofVenue);
        const milliseconds = quick ? 200 : 2_000;
        const toVenue = (): unknown => ({ trades: ROUND_TRADES });
        const recorded = await record(ofVenue, venue, toVenue);

        const ofBare = await StreamClients.open(count, {
          port: await bare.ask({ rounds: recorded }),
          path: "/",
          messages: [],
        });
        open.push(ofBare);
        const samples = await inTurns({
          runs: quick ? 1 : 5,
          ours: () => framesPerSecond(ofVenue, venue, milliseconds, toVenue),
          theirs: () => framesPerSecond(ofBare, bare, milliseconds, (round) => ({ round })),
        });
        report(figureOf("fan-out", "frames/s", "bare publish", samples));
      } finally {
        for (const clients of open) clients.close();
        await Promise.all([venue.stop(), bare.stop()]);
      }
    });
  },
};

/** What the venue sends while it is busy, cut into rounds of as many trades as are asked for at once. */
async function record(clients: StreamClients, venue: Child<number>, message: () => unknown): Promise<string[][]> {
  // What a new subscriber is told comes first, and is not part of it.
  await Bun.sleep(300);
  const frames: string[] = [];
  clients.recording = frames;
  await framesPerSecond(clients, venue, RECORD_MS, message);
  clients.recording = undefined;
  const rounds: string[][] = [[]];
  let trades = 0;
  for (const frame of frames) {
    rounds.at(-1)?.push(frame);
    if (frame.includes("@trade") && ++trades % ROUND_TRADES === 0) rounds.push([]);
  }
  return rounds.slice(0, -1);
}

/** Keeps some rounds under way for as long as stated, and waits for the last. @returns frames of all clients per second */
async function framesPerSecond(
  clients: StreamClients,
  server: Child<number>,
  milliseconds: number,
  message: (round: number) => unknown,
): Promise<number> {
  const startedAt = performance.now();
  let sent = 0;
  const send = (): void => server.tell(message(sent++));
  await new Promise<void>((resolve, reject) => {
    const late = () => reject(new Error(`frames stopped coming after ${clients.rounds} rounds`));
    let timer = setTimeout(late, ROUND_MS_MAX);
    clients.countRounds(ROUND_TRADES, () => {
      clearTimeout(timer);
      if (performance.now() - startedAt >= milliseconds && clients.rounds === sent) return resolve();
      timer = setTimeout(late, ROUND_MS_MAX);
      if (performance.now() - startedAt < milliseconds) send();
    });
    for (let round = 0; round < ROUNDS_AHEAD; round++) send();
  });
  return (clients.frames / (performance.now() - startedAt)) * 1_000;
}
