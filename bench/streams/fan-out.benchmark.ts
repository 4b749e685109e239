// Frames to many clients that follow a busy book (trades, best prices, book updates). They come from commands that go
// through the whole venue. The baseline is a bare server that publishes the same frames.
// There are two figures. The first is the rate of the whole venue when it does nothing else, including the work for the
// orders behind the frames. The second is the cost of the fan-out alone: frames per second of the additional thread
// time that a venue with these clients needs, compared with a venue that carries out the same commands without clients.

import { join } from "node:path";
import { ratioAtLeast } from "../figures/budget.ts";
import { type Benchmark, figureOf, inTurns } from "../figures/measure.ts";
import { makeAccounts } from "../load/signed-orders.ts";
import { type Child, startChild } from "../processes/child-process.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { BUSY } from "../processes/thread-use.ts";
import { StreamClients } from "./stream-clients.ts";

const SYMBOL = "PERP_BTC_USDC";
const TOPICS = ["trade", "bbo", "orderbookupdate"];
/** How many trades are requested at once, and how many such rounds are under way: enough that no server ever waits. */
const ROUND_TRADES = 64;
const ROUNDS_AHEAD = 4;
const ALONE = { roundTrades: ROUND_TRADES, ahead: ROUNDS_AHEAD };
/** The time that the venue has to compile frequently used code before anything counts. */
const WARM_UP_MS = 3_000;
const RECORD_MS = 1_000;
/** A round takes milliseconds; one that takes this long will never end. */
const ROUND_MS_MAX = 20_000;

export const fanOut: Benchmark = {
  name: "fan-out",
  about: "stream frames/s to clients that follow a busy book",
  load: { connections: 200, seconds: 1 },
  quickLoad: { connections: 64, seconds: 0.2 },
  async run({ quick, load }, report) {
    await scratchDirectory(async (directory) => {
      const accounts = makeAccounts(3).map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
      const venue = startChild<number>(import.meta.resolve("./stream-venue.child.ts"));
      const quiet = startChild<number>(import.meta.resolve("./stream-venue.child.ts"));
      const bare = startChild<number>(import.meta.resolve("./stream-publish.child.ts"));
      const open: StreamClients[] = [];
      try {
        const ofVenue = await StreamClients.open(load.connections, {
          port: await venue.ask({ directory: join(directory, "followed"), accounts }),
          path: `/ws/public/ws/stream/${accounts[0]?.accountId}`,
          messages: TOPICS.map((topic) => JSON.stringify({ event: "subscribe", topic: `${SYMBOL}@${topic}` })),
        });
        open.push(ofVenue);
        await quiet.ask({ directory: join(directory, "quiet"), accounts });
        const milliseconds = load.seconds * 1_000;
        const toVenue = (): unknown => ({ trades: ROUND_TRADES });
        if (!quick) await framesPerSecond(ofVenue, venue, WARM_UP_MS, toVenue);
        const recorded = await record(ofVenue, venue, toVenue);
        // After this, both venues have done the same work.
        await quiet.ask({ alone: { ...ALONE, rounds: ofVenue.rounds } });

        const ofBare = await StreamClients.open(load.connections, {
          port: await bare.ask({ rounds: recorded }),
          path: "/",
          messages: [],
        });
        open.push(ofBare);
        const whole = { ours: [] as number[], theirs: [] as number[] };
        const samples = await inTurns({
          runs: quick ? 1 : 4,
          async ours() {
            const sent = await fanOutBusily(ofVenue, venue, milliseconds, toVenue);
            const alone = await quiet.ask({ alone: { ...ALONE, rounds: sent.rounds } });
            whole.ours.push(sent.perSecond);
            return (sent.frames / (sent.busyMicros - alone)) * 1e6;
          },
          async theirs() {
            const sent = await fanOutBusily(ofBare, bare, milliseconds, (round) => ({ round }));
            whole.theirs.push(sent.perSecond);
            return (sent.frames / sent.busyMicros) * 1e6;
          },
        });
        report(figureOf("fan-out-alone", "frames/s", "bare publish", samples));
        // The first turn of each side is not counted.
        const counted = { ours: whole.ours.slice(1), theirs: whole.theirs.slice(1) };
        report(figureOf("fan-out", "frames/s", "bare publish", counted, ratioAtLeast(0.9)));
      } finally {
        for (const clients of open) clients.close();
        await Promise.all([venue.stop(), quiet.stop(), bare.stop()]);
      }
    });
  },
};

/**
 * Records what the venue sends while it is busy, and splits it into rounds of the number of trades that are requested
 * at once.
 */
async function record(clients: StreamClients, venue: Child<number>, message: () => unknown): Promise<string[][]> {
  // The first frames are those that a new subscriber is sent, which are not part of the recording.
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

interface Sent {
  readonly frames: number;
  readonly rounds: number;
  /** Counts the frames of all clients. */
  readonly perSecond: number;
  /** The thread time that the server needed. */
  readonly busyMicros: number;
}

async function fanOutBusily(
  clients: StreamClients,
  server: Child<number>,
  milliseconds: number,
  message: (round: number) => unknown,
): Promise<Sent> {
  const before = await server.ask(BUSY);
  const perSecond = await framesPerSecond(clients, server, milliseconds, message);
  const { frames, rounds } = clients;
  return { frames, rounds, perSecond, busyMicros: (await server.ask(BUSY)) - before };
}

/** Keeps some rounds under way for the given time, and waits for the last one. @returns frames of all clients per second */
async function framesPerSecond(
  clients: StreamClients,
  server: Child<number>,
  milliseconds: number,
  message: (round: number) => unknown,
): Promise<number> {
  const startedAt = performance.now();
  let sent = 0;
  const send = (): void => server.send(message(sent++));
  await new Promise<void>((resolve, reject) => {
    const late = () => reject(new Error(`frames stopped arriving after ${clients.rounds} rounds`));
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
