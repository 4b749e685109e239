import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Message } from "../ports/bus.ts";
import { decodeMessage, encodeMessage } from "./message-codec.ts";

const number = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const node = fc.oneof(
  fc.constant(""),
  fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map((id) => id.toString(16).padStart(16, "0")),
);
const bytes = fc.uint8Array({ maxLength: 3_000 }).map((value) => Uint8Array.from(value));
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((value) => Uint8Array.from(value));
const term = fc.record({ timeline: number, epoch: number, node });
const confirmed = fc.record({ batch: number, hash });
const row = fc.record({
  ...{ batch: number, first: number, last: number, at: number, term, before: hash, hash },
  ...{ origins: bytes, records: bytes },
});
const head = fc.record({ batch: number, last: number, at: number, hash, term });
const part = fc.record({
  row: fc.record({ batch: number, first: number, last: number, at: number, term, before: hash, hash }),
  ...{ originBytes: number, length: number, offset: number, bytes },
});
const limit = fc.record({ bucket: fc.string({ unit: "grapheme" }), requests: fc.nat({ max: 2 ** 32 - 1 }) });
const counted = fc.record({ request: number, account: number, limits: fc.array(limit, { maxLength: 3 }) });
const plain = { deadline: number, payload: bytes, untilDisconnect: fc.boolean() };
const command = fc.record(
  { number: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), ...plain, counted },
  { requiredKeys: ["number", "deadline", "payload", "untilDisconnect"] },
);
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.record({
    ...{ type: fc.constant("frame" as const), term, from: node, number, commands: fc.array(command, { maxLength: 5 }) },
  }),
  fc.record({
    ...{ type: fc.constant("beat" as const), term, confirmed },
    nextFrames: fc.array(fc.tuple(node, number)).map((next) => new Map(next)),
  }),
  fc.record({ type: fc.constant("refusal" as const), term, number, reason: fc.string({ unit: "grapheme" }) }),
  fc.record({ type: fc.constant("published" as const), confirmed, row: fc.option(row) }),
  fc.record({ type: fc.constant("question" as const), from: node, id: number }),
  fc.record({ type: fc.constant("reply" as const), id: number, confirmed: number }),
  fc.record({ type: fc.constant("overLimit" as const), term, number, waitMs: number }),
  fc.record({ type: fc.constant("inquiry" as const), term, behind: head, offset: number }),
  fc.record({ type: fc.constant("standing" as const), from: node, term, head, led: term, part: fc.option(part) }),
);

test("a message survives encoding and decoding unchanged", () => {
  fc.assert(fc.property(anyMessage, (message) => expect(decodeMessage(encodeMessage(message))).toStrictEqual(message)));
});

test("a part of a message, or a message with more bytes, is no message", () => {
  fc.assert(
    fc.property(anyMessage, fc.double({ min: 0, max: 0.999, noNaN: true }), (message, share) => {
      const whole = encodeMessage(message);
      expect(decodeMessage(whole.subarray(0, Math.floor(whole.length * share)))).toBeNull();
      expect(decodeMessage(Uint8Array.from([...whole, 0]))).toBeNull();
    }),
  );
});

test("invalid bytes are refused without a fault, and any message read is what its bytes encode", () => {
  const changed = fc.tuple(anyMessage, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1 }));
  fc.assert(
    fc.property(changed, ([message, changes]) => {
      const given = encodeMessage(message).slice();
      for (const [at, byte] of changes) given[at % given.length] = byte;
      const read = decodeMessage(given);
      if (read !== null) expect(decodeMessage(encodeMessage(read))).toStrictEqual(read);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (value) => {
      const read = decodeMessage(Uint8Array.from([2, ...value]));
      if (read !== null) expect(decodeMessage(encodeMessage(read))).toStrictEqual(read);
    }),
  );
});

test("a list that claims to be longer than the message is refused before memory is reserved", () => {
  const frame = encodeMessage({
    type: "frame",
    term: { timeline: 1, epoch: 1, node: "" },
    from: "",
    number: 1,
    commands: [],
  });
  const lying = frame.slice();
  lying.fill(0xff, lying.length - 4);
  expect(decodeMessage(lying)).toBeNull();
});

test("a message of another version is refused", () => {
  const given = encodeMessage({ type: "question", from: "", id: 1 }).slice();
  given[0] = 1;
  expect(decodeMessage(given)).toBeNull();
});

// What an earlier program reads and writes can't change: each command has 21 bytes and its payload, and a command with the
// number 0 is passed over.
test("an earlier program finds the commands of a frame as they are, and takes nothing else", () => {
  const sent = { number: 7, deadline: 5_000, payload: new Uint8Array([1, 2]), untilDisconnect: true };
  const frame = { type: "frame", term: { timeline: 1, epoch: 1, node: "" }, from: "", number: 1 } as const;
  const counted = { request: 7, account: 3, limits: [{ bucket: "POST /v1/order", requests: 1 }] };
  const alone = encodeMessage({ ...frame, commands: [sent] }).slice();
  const whole = encodeMessage({ ...frame, commands: [{ ...sent, counted }] }).slice();
  const list = alone.length - 2 - 21 - 4;
  expect(new DataView(whole.buffer).getUint32(list, true)).toBe(2);
  expect(whole.subarray(list + 4, alone.length)).toEqual(alone.subarray(list + 4));
  expect(new DataView(whole.buffer).getFloat64(alone.length, true)).toBe(0);
  expect(decodeMessage(alone)).toEqual({ ...frame, commands: [sent] });
});
