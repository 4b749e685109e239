// What the venue and an attester on another machine say to each other, over one WebSocket that the attester has opened. Text
// frames are JSON, binary ones are a piece of the journal: the first position of its segment, and whole records as they are on the
// venue's disk. Neither side believes the other: both parse.

import Type from "typebox";
import { Check } from "typebox/value";
import type { Hex } from "viem";
import type { AttestedVault } from "./attestation.ts";

const hex = (digits: number) => Type.Unsafe<Hex>(Type.String({ pattern: `^0x[0-9a-f]{${digits}}$` }));
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const reason = Type.String({ maxLength: 500 });
const says = <Name extends string, Fields extends Record<string, Type.TSchema>>(type: Name, fields: Fields) =>
  Type.Object({ type: Type.Literal(type), ...fields }, { additionalProperties: false });

const TERMS = Type.Object({
  withdrawalId: count,
  accountId: hex(64),
  brokerId: Type.String({ maxLength: 64 }),
  nonce: count,
  amount: count,
  fee: count,
  wallet: hex(40),
});

/** The venue begins with a challenge, which is a new one for each connection. */
const TO_ATTESTER = Type.Union([
  says("challenge", { challenge: hex(64), chainId: count, vault: hex(40) }),
  /** The hash that ends the last record that the attester has, by the venue's journal. */
  says("goes_on", { hash: hex(64) }),
  /** The balances after the first command from `at` on, in venue time. */
  says("balances", { id: count, at: count, deadline: count }),
  says("attest", { id: count, terms: TERMS, deadline: count }),
  /** All that a former vault holds goes to the one after it. */
  says("move", {
    id: count,
    from: hex(40),
    to: hex(40),
    amount: Type.String({ pattern: "^[0-9]{1,39}$" }),
    deadline: count,
  }),
]);

/** The attester answers it, and says up to where it has the journal. */
const TO_VENUE = Type.Union([
  says("hello", { address: hex(40), signature: hex(130), position: count }),
  says("at", { position: count }),
  says("signed", { id: count, signature: hex(130) }),
  says("balances", {
    ...{ id: count, root: hex(64), position: count, signature: hex(130) },
    total: Type.String({ pattern: "^-?[0-9]{1,39}$" }),
  }),
  says("refused", { id: count, reason }),
  says("leaves", { reason }),
]);

export type ToAttester = Type.Static<typeof TO_ATTESTER>;
export type ToVenue = Type.Static<typeof TO_VENUE>;

/** @returns null for what is none */
export function readToAttester(text: string): ToAttester | null {
  return read(TO_ATTESTER, text);
}

/** @returns null for what is none */
export function readToVenue(text: string): ToVenue | null {
  return read(TO_VENUE, text);
}

function read<Schema extends Type.TSchema>(schema: Schema, text: string): Type.Static<Schema> | null {
  try {
    const content: unknown = JSON.parse(text);
    return Check(schema, content) ? content : null;
  } catch {
    return null;
  }
}

/** What an attester's key signs to be let in, as a personal message: it can be taken for no attestation. */
export function helloText({ chainId, vault }: AttestedVault, challenge: Hex): string {
  return `Evermark attester\nchain ${chainId}\nvault ${vault}\nchallenge ${challenge}`;
}

export interface Piece {
  /** The first position of its segment. Which records lie in one segment may differ from node to node. */
  readonly first: number;
  /** Whole records. */
  readonly records: Uint8Array;
}

const PIECE_HEAD_BYTES = 8;

export function encodePiece({ first, records }: Piece): Uint8Array {
  const bytes = new Uint8Array(PIECE_HEAD_BYTES + records.length);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, first, true);
  bytes.set(records, PIECE_HEAD_BYTES);
  return bytes;
}

/** @returns null for what is none */
export function readPiece(bytes: Uint8Array): Piece | null {
  if (bytes.length <= PIECE_HEAD_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { first: view.getFloat64(0, true), records: bytes.subarray(PIECE_HEAD_BYTES) };
}
