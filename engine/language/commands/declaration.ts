// The declaration of a command: its tag, what it does, who sends it, the rejections it may get, and its fields.

import type { Millis } from "../../base/units.ts";
import type { FieldTable, Flat, ValuesOf } from "../field.ts";
import type { RejectionName } from "../rejections.ts";

/** Who may be behind a command: an account's owner, a builder, the venue's operator, or the program that runs the venue. */
export type Sender = "trader" | "builder" | "operator" | "venue" | "older journals";

export interface Declaration {
  /** The command's first byte in the journal; assigned once and never reused. */
  readonly tag: number;
  readonly does: string;
  readonly from: readonly Sender[];
  /** In alphabetical order; when several apply, the order of the rule's checks decides which is given. */
  readonly refusals: readonly RejectionName[];
  readonly fields: FieldTable;
  /** The first behaviour that knows the command; undefined when every behaviour that versions can share a journal under does. */
  readonly since?: number;
  /** Set for the commands that make up most traffic: codec/hot-commands.ts has generated code for their bytes. */
  readonly hot?: true;
}

/** Declares the commands of a line of business. */
export function commands<const Of extends Readonly<Record<string, Declaration>>>(of: Of): Of {
  return of;
}

/** The command of a type, as declared; the sequencer stamps `at`. */
export type CommandOf<Of extends Readonly<Record<string, Declaration>>, Type extends keyof Of> = Flat<
  { readonly type: Type; at: Millis } & ValuesOf<Of[Type]["fields"]>
>;
/** Any command of a table of declarations. */
export type AnyOf<Of extends Readonly<Record<string, Declaration>>> = {
  [Type in keyof Of]: CommandOf<Of, Type>;
}[keyof Of];
