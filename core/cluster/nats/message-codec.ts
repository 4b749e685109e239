// Messages of nodes as bytes. The first byte is the version of everything that follows, the second the message's type.
// Bytes that are not a message of this version decode to null, whatever they are, because anyone who can reach the bus can
// send there.
//
// Nodes of two successive programs share one bus. A type that an earlier program does not know decodes to null there. Of a
// frame, an earlier program passes over commands with the number 0; a frame uses these for what was added later: the
// request of the command before.

import { unreachable } from "@evermark/engine";
import type { Confirmed, Counted, Message, SentCommand } from "../ports/bus.ts";
import type { BatchRow, Head } from "../records/batch-row.ts";
import type { RowPart } from "../records/row-part.ts";
import type { NodeId } from "../records/term.ts";
import { MessageReader, MessageWriter } from "./message-bytes.ts";

export const MESSAGES_VERSION = 2;
const TYPES = [
  ...(["frame", "beat", "refusal", "published", "question", "reply", "overLimit", "inquiry", "standing"] as const),
] as const;
/** Bytes of a number, a deadline, a flag and a payload's length. */
const COMMAND_BYTES = 21;
const NEXT_FRAME_BYTES = 16;
/** Bytes of the lengths of a bucket's name and of its number of requests. */
const LIMIT_BYTES = 8;
/** The number of an entry that is no command, but adds to the command before it. */
const BESIDE = 0;

const toBytes = new TextEncoder();
const toText = new TextDecoder();

export function encodeMessage(message: Message): Uint8Array {
  const out = new MessageWriter();
  out.byte(MESSAGES_VERSION);
  out.byte(TYPES.indexOf(message.type));
  switch (message.type) {
    case "frame":
      out.term(message.term);
      out.node(message.from);
      out.number(message.number);
      out.short(message.commands.length + message.commands.filter(({ counted }) => counted !== undefined).length);
      for (const command of message.commands) {
        writeCommand(out, command);
        if (command.counted !== undefined) writeCounted(out, command.counted);
      }
      break;
    case "beat":
      out.term(message.term);
      writeConfirmed(out, message.confirmed);
      out.short(message.nextFrames.size);
      for (const [node, number] of message.nextFrames) {
        out.node(node);
        out.number(number);
      }
      break;
    case "refusal":
      out.term(message.term);
      out.number(message.number);
      out.piece(toBytes.encode(message.reason));
      break;
    case "published":
      writeConfirmed(out, message.confirmed);
      out.byte(message.row === null ? 0 : 1);
      if (message.row !== null) writeRow(out, message.row);
      break;
    case "question":
      out.node(message.from);
      out.number(message.id);
      break;
    case "reply":
      out.number(message.id);
      out.number(message.confirmed);
      break;
    case "overLimit":
      out.term(message.term);
      out.number(message.number);
      out.number(message.waitMs);
      break;
    case "inquiry":
      out.term(message.term);
      writeHead(out, message.behind);
      out.number(message.offset);
      break;
    case "standing":
      out.node(message.from);
      out.term(message.term);
      writeHead(out, message.head);
      out.term(message.led);
      out.byte(message.part === null ? 0 : 1);
      if (message.part !== null) writePart(out, message.part);
      break;
    default:
      return unreachable(message);
  }
  return out.written();
}

/** The result may share memory with `bytes`. @returns null when they are no message */
export function decodeMessage(bytes: Uint8Array): Message | null {
  const from = new MessageReader(bytes);
  if (from.byte() !== MESSAGES_VERSION) return null;
  const type = TYPES[from.byte()];
  const message = type === undefined ? null : readMessage(type, from);
  return from.isWhole ? message : null;
}

function readMessage(type: Message["type"], from: MessageReader): Message | null {
  switch (type) {
    case "frame": {
      const head = { type, term: from.term(), from: from.node(), number: from.number() } as const;
      const commands = withCounted(from.list(COMMAND_BYTES, () => readCommand(from)));
      return commands === null ? null : { ...head, commands };
    }
    case "beat": {
      const head = { type, term: from.term(), confirmed: readConfirmed(from) } as const;
      const next = from.list(NEXT_FRAME_BYTES, (): [NodeId, number] => [from.node(), from.number()]);
      return { ...head, nextFrames: new Map(next) };
    }
    case "refusal":
      return { type, term: from.term(), number: from.number(), reason: toText.decode(from.piece()) };
    case "published": {
      const confirmed = readConfirmed(from);
      const hasRow = from.byte();
      if (hasRow > 1) return null;
      return { type, confirmed, row: hasRow === 1 ? readRow(from) : null };
    }
    case "question":
      return { type, from: from.node(), id: from.number() };
    case "reply":
      return { type, id: from.number(), confirmed: from.number() };
    case "overLimit":
      return { type, term: from.term(), number: from.number(), waitMs: from.number() };
    case "inquiry":
      return { type, term: from.term(), behind: readHead(from), offset: from.number() };
    case "standing": {
      const said = { type, from: from.node(), term: from.term(), head: readHead(from), led: from.term() } as const;
      const hasPart = from.byte();
      if (hasPart > 1) return null;
      return { ...said, part: hasPart === 1 ? readPart(from) : null };
    }
    default:
      return unreachable(type);
  }
}

function writeCommand(out: MessageWriter, { number, deadline, payload, untilDisconnect }: SentCommand): void {
  out.number(number);
  out.number(deadline);
  out.byte(untilDisconnect ? 1 : 0);
  out.piece(payload);
}

function readCommand(from: MessageReader): SentCommand {
  const [number, deadline, flag] = [from.number(), from.number(), from.byte()];
  return { number, deadline, untilDisconnect: flag === 1, payload: from.piece() };
}

function writeCounted(out: MessageWriter, { request, account, limits }: Counted): void {
  const beside = new MessageWriter();
  beside.number(request);
  beside.number(account);
  beside.short(limits.length);
  for (const { bucket, requests } of limits) {
    beside.piece(toBytes.encode(bucket));
    beside.short(requests);
  }
  writeCommand(out, { number: BESIDE, deadline: 0, payload: beside.written(), untilDisconnect: false });
}

function readCounted(bytes: Uint8Array): Counted | null {
  const from = new MessageReader(bytes);
  const [request, account] = [from.number(), from.number()];
  const limits = from.list(LIMIT_BYTES, () => ({ bucket: toText.decode(from.piece()), requests: from.short() }));
  return from.isWhole ? { request, account, limits } : null;
}

/** Joins commands with the entries that add to them. @returns null when such an entry can't be read, or follows no command */
function withCounted(entries: readonly SentCommand[]): SentCommand[] | null {
  const commands: SentCommand[] = [];
  for (const entry of entries) {
    if (entry.number !== BESIDE) {
      commands.push(entry);
      continue;
    }
    const command = commands.pop();
    const counted = readCounted(entry.payload);
    if (command === undefined || counted === null) return null;
    commands.push({ ...command, counted });
  }
  return commands;
}

function writeConfirmed(out: MessageWriter, { batch, hash }: Confirmed): void {
  out.number(batch);
  out.hash(hash);
}

function readConfirmed(from: MessageReader): Confirmed {
  return { batch: from.number(), hash: from.hash() };
}

function writeRow(out: MessageWriter, row: BatchRow): void {
  writeBareRow(out, row);
  out.piece(row.origins);
  out.piece(row.records);
}

function readRow(from: MessageReader): BatchRow {
  return { ...readBareRow(from), origins: from.piece(), records: from.piece() };
}

function writePart(out: MessageWriter, { row, originBytes, length, offset, bytes }: RowPart): void {
  writeBareRow(out, row);
  for (const number of [originBytes, length, offset]) out.number(number);
  out.piece(bytes);
}

function readPart(from: MessageReader): RowPart {
  const row = readBareRow(from);
  return { row, originBytes: from.number(), length: from.number(), offset: from.number(), bytes: from.piece() };
}

function writeBareRow(out: MessageWriter, row: RowPart["row"]): void {
  for (const number of [row.batch, row.first, row.last, row.at]) out.number(number);
  out.term(row.term);
  out.hash(row.before);
  out.hash(row.hash);
}

function readBareRow(from: MessageReader): RowPart["row"] {
  return {
    ...{ batch: from.number(), first: from.number(), last: from.number(), at: from.number() },
    ...{ term: from.term(), before: from.hash(), hash: from.hash() },
  };
}

function writeHead(out: MessageWriter, { batch, last, at, hash, term }: Head): void {
  for (const number of [batch, last, at]) out.number(number);
  out.hash(hash);
  out.term(term);
}

function readHead(from: MessageReader): Head {
  return { batch: from.number(), last: from.number(), at: from.number(), hash: from.hash(), term: from.term() };
}
