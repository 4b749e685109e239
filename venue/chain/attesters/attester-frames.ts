// The messages between the venue and an attester on another machine, over one WebSocket that the attester opens. Text
// frames are JSON. Binary frames are a piece of the journal: the first position of its segment, and whole records as they
// are on the venue's disk. Neither side trusts the other: both parse.

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

/** The venue begins with a challenge, fresh for each connection. */
const TO_ATTESTER = Type.Union([
  says("challenge", { challenge: hex(64), chainId: count, vault: hex(40) }),
  /** The hash of the attester's last record, by the venue's journal. */
  says("goes_on", { hash: hex(64) }),
  /** Asks for the balances after the first command at or after `at`, in venue time. */
  says("balances", { id: count, at: count, deadline: count }),
  says("attest", { id: count, terms: TERMS, deadline: count }),
  /** Asks to sign the move of all funds of a former vault to its successor. */
  says("move", {
    id: count,
    from: hex(40),
    to: hex(40),
    amount: Type.String({ pattern: "^[0-9]{1,39}$" }),
    deadline: count,
  }),
]);

/** The attester answers the challenge, and gives the last position of its journal. */
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

/** @returns null when the text is no such message */
export function readToAttester(text: string): ToAttester | null {
  return read(TO_ATTESTER, text);
}

/** @returns null when the text is no such message */
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

/** The text that an attester's key signs to be let in, as a personal message: it can't be mistaken for an attestation. */
export function helloText({ chainId, vault }: AttestedVault, challenge: Hex): string {
  return `Evermark attester\nchain ${chainId}\nvault ${vault}\nchallenge ${challenge}`;
}

export interface Piece {
  /** The first position of its segment. Which records are in one segment may differ from node to node. */
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

/** @returns null when the bytes are too short for a piece */
export function readPiece(bytes: Uint8Array): Piece | null {
  if (bytes.length <= PIECE_HEAD_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { first: view.getFloat64(0, true), records: bytes.subarray(PIECE_HEAD_BYTES) };
}
