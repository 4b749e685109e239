// What an act is to an operator: what it asks for, what it says it will do, and what it sends.

import type { ConsoleAct } from "@evermark/client/operator.ts";

export interface ActField {
  readonly name: string;
  readonly label: string;
  /** `time` is typed as the browser has it, in the operator's own zone. */
  readonly kind?: "text" | "long" | "time" | "choice" | undefined;
  readonly options?: readonly (readonly [value: string, name: string])[] | undefined;
  readonly initial?: string | undefined;
  readonly hint?: string | undefined;
}

export type Typed = Readonly<Record<string, string>>;

/** Something that would change: its name, what it is and what it would be. */
export type Change = readonly [name: string, now: string, then: string];

export interface ActSpec {
  readonly act: ConsoleAct;
  readonly title: string;
  /** On the button that does it. */
  readonly verb: string;
  readonly isGrave?: boolean | undefined;
  readonly fields?: readonly ActField[] | undefined;
  /** What exactly will happen, a sentence each. */
  readonly says: (typed: Typed) => readonly string[];
  readonly changes?: ((typed: Typed) => readonly Change[]) | undefined;
  /** What is sent; undefined while something that is needed is missing. */
  readonly input: (typed: Typed) => Readonly<Record<string, unknown>> | undefined;
}
