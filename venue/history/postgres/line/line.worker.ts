// The thread with the PostgreSQL connections: it runs the history thread's requests in order and answers in shared memory.

import { assert } from "@evermark/engine";
import {
  type Answer,
  DONE,
  type FromLine,
  HEAD_BYTES,
  LENGTH,
  type SessionName,
  STATE,
  type ToLine,
} from "./line-protocol.ts";
import { LineSession } from "./line-session.ts";

declare const self: Worker;

/** The pause between two attempts to reach PostgreSQL. */
const AGAIN_MS = 250;

let head: Int32Array;
let body: Uint8Array;
/** The last answer, kept because it may be read in parts. */
let answer = new Uint8Array();
let sessions: Readonly<Record<SessionName, LineSession>> | undefined;
let turn: Promise<void> = Promise.resolve();
let isClosed = false;

self.onmessage = ({ data }: MessageEvent<ToLine>) => {
  turn = turn.then(() => receive(data));
};

async function receive(message: ToLine): Promise<void> {
  if (message.type === "open") return open(message);
  if (message.type === "more") return write(message.from);
  if (message.type === "close") return close();
  if (message.type === "reach") return reachAgain();
  const session = sessions![message.session];
  if (message.type === "long") return runLong(session, message);
  if (message.type === "connect") return say(await session.connect());
  if (message.type === "abandon") return say(await session.abandon());
  if (message.type === "drop") return say(await session.close());
  const said = await session.run(message.steps);
  if (message.answers) say(said);
}

/** Does not hold up requests for the other session. */
function runLong(running: LineSession, { session, text }: Extract<ToLine, { type: "long" }>): void {
  void running.runLong(text).then((answer) => send({ type: "ended", session, answer }));
}

function open({ url, memory }: Extract<ToLine, { type: "open" }>): void {
  head = new Int32Array(memory, 0, HEAD_BYTES / Int32Array.BYTES_PER_ELEMENT);
  body = new Uint8Array(memory, HEAD_BYTES);
  sessions = { reads: new LineSession("reads", url, send), writes: new LineSession("writes", url, send) };
}

async function close(): Promise<void> {
  isClosed = true;
  for (const session of Object.values(sessions ?? {})) await session.close();
  say(DONE);
}

function send(message: FromLine): void {
  if (isClosed) return;
  self.postMessage(message);
  if (message.type === "lost" && message.session === "reads") setTimeout(reachAgain, AGAIN_MS);
}

/** Reconnects the session that reads, without holding up requests. */
async function reachAgain(): Promise<void> {
  if (isClosed || sessions!.reads.isOpen) return;
  const said = await sessions!.reads.connect();
  if ("error" in said) setTimeout(reachAgain, AGAIN_MS);
}

function say(said: Answer): void {
  answer = new TextEncoder().encode(JSON.stringify(said));
  write(0);
}

function write(from: number): void {
  assert(from <= answer.length, "what is asked for is a part of the answer", { from, length: answer.length });
  body.set(answer.subarray(from, from + body.length));
  Atomics.store(head, LENGTH, answer.length);
  Atomics.add(head, STATE, 1);
  Atomics.notify(head, STATE);
}
