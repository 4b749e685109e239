// Hostile streams: malformed handshakes, frames that break the protocol or the interface, orders and topics full of
// poison, floods, and readers who do not read.

import { randomBytes } from "node:crypto";
import { orderRequestParams, orderRequests, STREAM_PATHS, topics } from "@evermark/interface/streams/topics.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import type { Identity } from "./attacker.ts";
import { requestBytes, type Wire, Wire as Wires } from "./bare-wire.ts";
import { type Schema, sampleObject } from "./filled-rows.ts";
import { CLOSE, FrameReader, frame, PING, TEXT } from "./frames.ts";
import { poisonedJson, poisonedWord } from "./poison.ts";
import { complaintAbout } from "./reply-judge.ts";
import type { SocketMove } from "./sockets.ts";
import type { Target } from "./target.ts";

const FRAMES_MAX = 40;
/** How long answers are read after the last frame. */
const LISTEN_MS = 100;
const UNKNOWN_MS = 30_000;
const OUR_FAULT = /internal|unexpected failure/i;

export async function streamMove(target: Target, random: Random, self: Identity): Promise<SocketMove> {
  const wire = await Wires.open(target);
  const [kind, path, headers] = handshake(random, self);
  wire.write(requestBytes("GET", path, headers));
  const reply = await wire.answer();
  const detail = `GET ${path.slice(0, 300)}`;
  if (reply.kind !== "answer" || reply.status !== 101) {
    wire.close();
    const outcome = reply.kind === "answer" ? String(reply.status) : reply.kind;
    const complaint =
      kind === "a forged handshake" && outcome === "101" ? "accepted" : complaintAbout(undefined, "loose", reply);
    return { kind, outcome, complaint, detail };
  }
  if (kind === "a forged handshake") return { kind, outcome: "101", complaint: "accepted", detail };
  // A client that does not authenticate is disconnected after ten seconds.
  if (kind === "a private stream that sends nothing") {
    return { kind, outcome: "left open", detail, stalled: { wire, withinMs: UNKNOWN_MS } };
  }
  const { complaint, frames } = await converse(wire, kind, random, self);
  wire.close();
  return {
    kind,
    outcome: complaint === undefined ? "conversed" : "bad",
    complaint,
    detail: `${detail}\n  ${frames}`,
  };
}

function handshake(random: Random, self: Identity): [kind: string, path: string, headers: [string, string][]] {
  const headers: [string, string][] = [
    ["Upgrade", "websocket"],
    ["Connection", "Upgrade"],
    ["Sec-WebSocket-Key", randomBytes(16).toString("base64")],
    ["Sec-WebSocket-Version", "13"],
  ];
  const account = self.signer.accountId;
  const open = STREAM_PATHS.public.replace("{account_id}", account);
  const own = STREAM_PATHS.private.replace("{account_id}", account);
  const dice = random();
  if (dice < 0.3) return ["frames on a public stream", open, headers];
  if (dice < 0.6) return ["frames on a private stream", `${own}?${credentials(self, self.now())}`, headers];
  if (dice < 0.65) return ["frames before authentication", own, headers];
  if (dice < 0.7) return ["a stream that is never read", open, headers];
  if (dice < 0.72) return ["a private stream that sends nothing", own, headers];
  if (dice < 0.8) {
    const forged = [
      credentials(self, self.now() - 301_000),
      credentials(self, self.now()).replace(/svc_sign=.{4}/, "svc_sign=AAAA"),
      credentials(self, self.now()).replace(/svc_timestamp=\d/, "svc_timestamp=2"),
      `svc_api_key=${poisonedWord(random)}&svc_timestamp=${poisonedWord(random)}&svc_sign=${poisonedWord(random)}`,
    ];
    return ["a forged handshake", `${own}?${forged[below(random, forged.length)]}`, headers];
  }
  const spoiled = headers
    .filter(() => random() < 0.7)
    .map(([name, value]): [string, string] => [name, random() < 0.2 ? "1" : value]);
  const paths = [
    open,
    own,
    "/ws/",
    "/ws/private",
    `${open}/x`,
    `/ws/public/ws/stream/${poisonedWord(random)}`,
    `${own}?cancel_on_disconnect=${poisonedWord(random)}`,
  ];
  return ["a spoiled handshake", paths[below(random, paths.length)]!, spoiled];
}

function credentials(self: Identity, time: number): string {
  return `svc_api_key=${encodeURIComponent(self.signer.key.publicKey)}&svc_timestamp=${time}&svc_sign=${self.sign(String(time))}`;
}

async function converse(wire: Wire, kind: string, random: Random, self: Identity) {
  const reader = new FrameReader();
  const sent: string[] = [];
  if (kind === "a stream that is never read") {
    for (const { name } of Object.values(topics)) wire.write(frame(subscription(name, random)));
    wire.pause();
    await Bun.sleep(LISTEN_MS);
    return { complaint: undefined, said: "" };
  }
  const count = random() < 0.05 ? 600 : 1 + below(random, FRAMES_MAX);
  for (let i = 0; i < count && !wire.isClosed; i++) {
    const { bytes, text } = hostileFrame(random, self);
    sent.push(text);
    if (sent.length > 3) sent.shift();
    wire.write(bytes);
    const complaint = i % 8 === 7 ? await read(wire, reader, 1) : undefined;
    if (complaint !== undefined) return { complaint, said: sent.join(" | ") };
  }
  const complaint = await read(wire, reader, LISTEN_MS);
  return { complaint, frames: sent.join(" | ") };
}

/** Reads what has arrived. @returns what is wrong with it */
async function read(wire: Wire, reader: FrameReader, ms: number): Promise<string | undefined> {
  for (;;) {
    const bytes = await wire.bytes(ms);
    if (bytes === undefined) return undefined;
    for (const { opcode, payload } of reader.read(bytes)) {
      if (opcode === CLOSE && payload.length >= 2 && payload.readUInt16BE(0) === 1011)
        return "closed with 1011: a fault of the venue";
      if (opcode !== TEXT) continue;
      const complaint = aboutFrame(payload.toString());
      if (complaint !== undefined) return `${complaint}: ${payload.toString().slice(0, 300)}`;
    }
  }
}

function aboutFrame(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "a frame that is not JSON";
  }
  if (typeof value !== "object" || value === null) return "a frame that is not an object";
  const { event, topic, success, errorMsg } = value as Record<string, unknown>;
  if (typeof topic === "string") return undefined;
  if (success === false) {
    if (typeof errorMsg !== "string" || errorMsg === "") return "a refusal without a message";
    return OUR_FAULT.test(errorMsg) ? "a fault of the venue" : undefined;
  }
  return typeof event === "string" ? undefined : "a frame with neither topic nor event";
}

function hostileFrame(random: Random, self: Identity): { bytes: Buffer; text: string } {
  const dice = random();
  if (dice < 0.25) return plain(subscription(topicNames[below(random, topicNames.length)]!, random));
  if (dice < 0.5) return plain(orderRequest(random, self));
  if (dice < 0.6) return plain(poisonedJson(random));
  if (dice < 0.7)
    return plain(`{"id":${poisonedJson(random)},"event":${poisonedJson(random)},"topic":${poisonedJson(random)}}`);
  if (dice < 0.75) return plain(`{"event":"request","params":{"type":"orderbook","symbol":${poisonedJson(random)}}}`);
  if (dice < 0.8) return plain(authentication(random, self));
  if (dice < 0.85) return { bytes: frame(randomBytes(below(random, 125)), { opcode: PING }), text: "ping" };
  return broken(random);
}

function plain(text: string): { bytes: Buffer; text: string } {
  return { bytes: frame(text), text: text.slice(0, 200) };
}

/** Bytes that break the WebSocket protocol itself. */
function broken(random: Random): { bytes: Buffer; text: string } {
  const ways: readonly (() => Buffer)[] = [
    () => frame("{}", { isMasked: false }),
    () => frame("{}", { reserved: 1 + below(random, 7) }),
    () => frame("{}", { opcode: 3 + below(random, 5) }),
    () => frame("{}", { opcode: 0 }),
    () => frame('{"event":', { isLast: false }),
    () => frame(randomBytes(50)),
    () => frame(randomBytes(50), { opcode: 2 }),
    () => frame(randomBytes(200), { opcode: PING }),
    () => frame("x", { length: 2 ** 40 }),
    () => frame(`{"event":"ping","x":"${"a".repeat(70_000)}"}`),
    () => frame(Uint8Array.of(below(random, 256), below(random, 256)), { opcode: CLOSE }),
    () => randomBytes(100),
  ];
  const way = below(random, ways.length);
  return { bytes: ways[way]!(), text: `broken frame ${way}` };
}

const topicNames = Object.values(topics).map(({ name }) => name);

function subscription(name: string, random: Random): string {
  const symbol = random() < 0.8 ? "PERP_BTC_USDC" : poisonedWord(random);
  const topic = name
    .replace("<symbol>", symbol)
    .replace("<index_symbol>", symbol.replace("PERP", "SPOT"))
    .replace("<broker_id>", "demo")
    .replace("<interval>", random() < 0.8 ? "1m" : poisonedWord(random));
  const event = random() < 0.9 ? "subscribe" : "unsubscribe";
  return JSON.stringify({ id: `s${below(random, 100)}`, event, topic, params: { symbol } });
}

function orderRequest(random: Random, self: Identity): string {
  const types = Object.entries(orderRequests);
  const [type, row] = types[below(random, types.length)]!;
  const params = { type, ...sampleObject(orderRequestParams(row) as Schema, random, self) };
  const text = JSON.stringify({ id: below(random, 1_000), event: "request", params });
  if (random() < 0.5) return text;
  const members = text.match(/:("[^"]*"|[\d.]+)/g) ?? [];
  return text.replace(members[below(random, members.length)] ?? "", () => `:${poisonedJson(random)}`);
}

function authentication(random: Random, self: Identity): string {
  const time = self.now() - (random() < 0.5 ? 0 : 301_000);
  const sign = random() < 0.5 ? self.sign(String(time)) : poisonedWord(random);
  return JSON.stringify({
    id: 1,
    event: "auth",
    params: { svc_api_key: self.signer.key.publicKey, svc_timestamp: time, svc_sign: sign },
  });
}
