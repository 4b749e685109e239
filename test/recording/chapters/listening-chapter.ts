// What the streams send during the story. For topics that come with events, the example is the first informative frame;
// for topics on a schedule, it is a frame of one moment.

import { type TopicRow, topics } from "@evermark/interface/streams/topics.ts";
import { sampleTopic } from "@evermark/interface/testing/sample-topic.ts";
import type { Frame } from "../../venue/outside/outside-stream.ts";
import { BTC, type Stage } from "../recording-stage.ts";

/** Topics whose first frame may have little content, with the condition for an informative one. */
const INFORMATIVE: Readonly<Record<string, (frame: Frame) => boolean>> = {
  executionreport: ({ data }) => data.tradeId !== 0,
  position: ({ data }) => (data.positions as readonly { readonly positionQty: number }[])[0]?.positionQty !== 0,
};

/** Subscribes at the beginning to everything that comes with events. For the other topics see `watchMarkets`. */
export async function listen(stage: Stage): Promise<void> {
  for (const trader of [stage.alice, stage.carol]) {
    const stream = await stage.openPrivateStream(trader);
    for (const [key, { stream: kind }] of Object.entries(topics)) if (kind === "private") await stream.subscribe(key);
  }
  const stream = await stage.openPublicStream();
  for (const row of Object.values(topics)) {
    if (row.stream === "public" && row.cadence.kind === "events") await stream.subscribe(sampleTopic(row.name));
  }
}

/** Records the current frames of scheduled topics, and a single change of the book for the topic of changes. */
export async function watchMarkets(stage: Stage): Promise<void> {
  const stream = await stage.openPublicStream();
  const changes = sampleTopic(topics.orderbookupdate.name);
  await stream.subscribe(changes);
  const bid = { symbol: BTC, side: "BUY", order_type: "LIMIT", order_price: 49_000, order_quantity: 0.02 };
  const sell = { ...bid, side: "SELL", order_price: 49_200 };
  await stage.call("orders.placeBatch", { body: { orders: [bid, sell] } });
  // Books are published five times per second, and the clock of this venue only moves on request.
  await stage.wait(200);
  await stage.call("orders.placeOrder", { body: { ...bid, order_price: 48_990 } });
  await stage.wait(800);
  const privateTopics = Object.values<TopicRow>(topics).filter(
    (row) => row.stream === "public" && row.startsWithCurrent,
  );
  for (const row of privateTopics) await stream.subscribe(sampleTopic(row.name));
  for (const [key, row] of Object.entries<TopicRow>(topics)) {
    if (!privateTopics.includes(row) && row !== topics.orderbookupdate) continue;
    const frames = await stream.take(sampleTopic(row.name), row === topics.orderbookupdate ? 2 : 1);
    stage.recording.frame(key, frames.at(-1)!);
  }
}

/** Keeps the first informative frame of each topic that comes with events. */
export async function keepFrames(stage: Stage): Promise<void> {
  // Once the answer to a ping has arrived, so has everything that was sent before it.
  await Promise.all(stage.streams.map((stream) => stream.ask({ event: "ping" })));
  for (const [key, row] of Object.entries(topics)) {
    const frames = stage.streams.flatMap((stream) => stream.framesOf(sampleTopic(row.name)));
    const frame = frames.find(INFORMATIVE[key] ?? (() => true));
    if (frame !== undefined) stage.recording.frame(key, frame);
  }
}
