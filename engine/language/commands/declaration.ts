// What is declared of a command, once: its number, what it does, who sends it, what it may be refused with, its fields.

import type { Millis } from "../../base/units.ts";
import type { FieldTable, Flat, ValuesOf } from "../field.ts";
import type { RejectionName } from "../rejections.ts";

/** Who may be behind a command: an account's owner, a builder, the venue's operator, or the program that runs the venue. */
export type Sender = "trader" | "builder" | "operator" | "venue" | "older journals";

export interface Declaration {
  /** Its first byte in the journal; given once, for good. */
  readonly tag: number;
  readonly does: string;
  readonly from: readonly Sender[];
  /** By alphabet: which one wins follows from the order in which its rule checks. */
  readonly refusals: readonly RejectionName[];
  readonly fields: FieldTable;
  /** The first behaviour that knows it; undefined: all that several versions can share a journal under. */
  readonly since?: number;
  /** Most traffic consists of it: its bytes are written out in codec/hot-commands.ts. */
  readonly hot?: true;
}

/** Declares the commands of a line of business. */
export function commands<const Of extends Readonly<Record<string, Declaration>>>(of: Of): Of {
  return of;
}

/** The command of a type as its declaration has it: `at` is stamped by the sequencer. */
export type CommandOf<Of extends Readonly<Record<string, Declaration>>, Type extends keyof Of> = Flat<
  { readonly type: Type; at: Millis } & ValuesOf<Of[Type]["fields"]>
>;
/** Any of them. */
export type AnyOf<Of extends Readonly<Record<string, Declaration>>> = {
  [Type in keyof Of]: CommandOf<Of, Type>;
}[keyof Of];
