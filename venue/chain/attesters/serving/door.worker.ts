// The entry point of the thread that serves attesters. It has a listener of its own, so that neither the amount they read
// nor their speed delays any order.

import type { Server, ServerWebSocket } from "bun";
import type { Hex } from "viem";
import type { AttestedVault } from "../attestation.ts";
import type { AttesterAnswer } from "../gathered-attestations.ts";
import { AttesterLine } from "./attester-line.ts";
import type { FromDoor, ToDoor } from "./door-protocol.ts";

declare const self: Worker;

interface Connection {
  line: AttesterLine | null;
}

/** Interval at which the journal's end is checked. */
const LOOK_MS = 50;
/** A connection that has not identified itself by then is closed. */
const HELLO_MS = 10_000;
/** Most connections that have not identified themselves yet. */
const STRANGERS_MAX = 16;
/** More than any answer takes. */
const MESSAGE_BYTES_MAX = 16_384;

let directory = "";
let known: { readonly vault: AttestedVault; readonly attesters: ReadonlySet<Hex> } | null = null;
const lines = new Set<AttesterLine>();

self.onmessage = ({ data }: MessageEvent<ToDoor>) => {
  if (data.type === "open") return open(data);
  if (data.type === "vault") return letIn(data);
  if (data.type === "rest") return rest();
  const line = lineOf(data.address);
  if (data.type === "balances") {
    if (line === undefined) return say({ type: "balances", id: data.id, answer: { silent: "it is away" } });
    return line.askBalances(data);
  }
  if (line === undefined) return answer(data.id, { silent: "it is away" });
  line.ask(data);
};

function open({ host, port, ...more }: Extract<ToDoor, { type: "open" }>): void {
  directory = more.directory;
  try {
    const server = listen(host, port);
    setInterval(() => {
      for (const line of lines) line.pump();
    }, LOOK_MS);
    say({ type: "listening", port: server.port! });
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    say({ type: "failed", code, message });
  }
}

function listen(hostname: string, port: number): Server<Connection> {
  return Bun.serve<Connection>({
    ...{ hostname, port, development: false, reusePort: false },
    fetch(request, server) {
      if (known === null) return new Response("the vault is not known yet", { status: 503 });
      if (strangers() >= STRANGERS_MAX) return new Response("too many callers", { status: 503 });
      if (server.upgrade(request, { data: { line: null } })) return undefined;
      return new Response("attesters come in by a WebSocket", { status: 426 });
    },
    websocket: {
      maxPayloadLength: MESSAGE_BYTES_MAX,
      idleTimeout: 60,
      open: begin,
      message: (socket, text) => {
        if (typeof text === "string") void socket.data.line?.hear(text);
        else socket.data.line?.end("what you say is not understood");
      },
      drain: (socket) => socket.data.line?.pump(),
      close: ({ data: { line } }) => {
        if (line === null) return;
        line.closed();
        lines.delete(line);
        sayFollowers();
      },
    },
  });
}

function begin(socket: ServerWebSocket<Connection>): void {
  const line = new AttesterLine(socket, {
    directory,
    vault: known!.vault,
    isLetIn: (address) => known!.attesters.has(address),
    onOpen(address) {
      // A machine that has lost its connection opens another before the first is known to be gone.
      for (const other of lines) if (other !== line && other.address === address) other.end("you have come back");
      say({ type: "log", level: "info", text: "an attester follows", about: { address, position: line.position } });
      sayFollowers();
    },
    onPosition: sayFollowers,
    onAnswer: answer,
    onBalances: (id, given) => say({ type: "balances", id, answer: given }),
    log: (level, text, about) => say({ type: "log", level, text, about }),
  });
  socket.data.line = line;
  lines.add(line);
  setTimeout(() => {
    if (line.address === null) line.end("you have not said who you are");
  }, HELLO_MS);
}

function letIn({ vault, attesters }: Extract<ToDoor, { type: "vault" }>): void {
  known = { vault, attesters: new Set(attesters) };
  for (const line of lines) {
    if (line.address !== null && !known.attesters.has(line.address)) line.end("the vault no longer has you");
  }
}

function rest(): void {
  known = null;
  for (const line of lines) line.end("another node leads");
}

function lineOf(address: Hex): AttesterLine | undefined {
  return [...lines].find((line) => line.address === address);
}

function strangers(): number {
  return [...lines].filter(({ address }) => address === null).length;
}

function sayFollowers(): void {
  const followers = [...lines].flatMap(({ address, position }) => (address === null ? [] : [{ address, position }]));
  say({ type: "followers", followers });
}

function answer(id: number, given: AttesterAnswer): void {
  say({ type: "answer", id, answer: given });
}

function say(message: FromDoor): void {
  self.postMessage(message);
}
