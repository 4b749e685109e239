// `evermark watch`: prints stream frames as they arrive, until Ctrl-C. Streams 4 and 8.

import type { Client, Stream } from "@evermark/client";
import { topics } from "@evermark/interface/streams/topics.ts";
import type { Command } from "commander";
import { addSessionOptions, privateClient, type SessionOptions } from "../client-session.ts";
import { listenForEnd } from "../signals.ts";

export function addWatch(program: Command): void {
  const command = program
    .command("watch")
    .description("print stream frames as they arrive")
    .argument("<topics...>", "topics such as PERP_BTC_USDC@trade, markprices, executionreport, position, balance")
    .addHelpText("after", "\nA market alone, such as PERP_BTC_USDC, stands for its trades and its best prices.");
  addSessionOptions(command).action(run);
}

async function run(words: readonly string[], flags: SessionOptions): Promise<void> {
  const client = await privateClient(flags, process.env);
  const end = listenForEnd();
  const subscriptions = words.flatMap(topicsOf).map((topic) => {
    const { ready } = streamOf(client, topic).subscribe(topic, (data, frame) => {
      const line = JSON.stringify({ topic, ts: frame.ts, data });
      process.stdout.write(`${flags.json === true ? line : readable(topic, frame.ts, data)}\n`);
    });
    return ready;
  });
  // A refused topic ends the command; a lost connection does not, since the stream reconnects.
  await Promise.race([end, Promise.all(subscriptions).then(() => end)]);
  client.close();
  process.exit(0);
}

/** The topics that a word stands for. */
export function topicsOf(word: string): string[] {
  return /^PERP_[A-Z0-9]+_[A-Z]+$/.test(word) ? [`${word}@trade`, `${word}@bbo`] : [word];
}

function streamOf({ streams }: Client, topic: string): Stream {
  const row = Object.values(topics).find(({ name }) => name === topic);
  return row?.stream === "private" ? streams.private : streams.public;
}

/** `12:30:45.123 PERP_BTC_USDC@trade price=60000.1 size=0.01 side=BUY`; for a list, one line per item. */
function readable(topic: string, ts: number, data: unknown): string {
  const head = `${new Date(ts).toISOString().slice(11, 23)} ${topic}`;
  const items = Array.isArray(data) ? data : [data];
  return items.map((item) => `${head} ${membersOf(item)}`).join("\n");
}

function membersOf(item: unknown): string {
  if (typeof item !== "object" || item === null) return JSON.stringify(item);
  return Object.entries(item)
    .map(([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(" ");
}
