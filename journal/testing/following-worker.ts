// A worker thread that follows a journal as history does: each time it is notified how far the journal is durable, it reads
// up to there.

import { JournalReader } from "../reader.ts";
import { payloads } from "./test-journal.ts";

declare const self: Worker;

let reader: JournalReader | undefined;
const read: string[] = [];

self.onmessage = ({ data }: MessageEvent<{ directory?: string; durable: number; last?: boolean }>) => {
  if (data.directory) reader = new JournalReader({ directory: data.directory, from: 1 });
  if (!reader) throw new Error("the first message names the directory");
  read.push(...payloads(reader.read(data.durable)));
  if (data.last) self.postMessage(read);
};
