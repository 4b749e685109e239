// An act as the operator sees it: its input fields, the description of what it will do, and what it sends.

import type { ConsoleAct } from "@evermark/client/operator.ts";

export interface ActField {
  readonly name: string;
  readonly label: string;
  /** `time` is the browser's own time input, in the operator's time zone. */
  readonly kind?: "text" | "long" | "time" | "choice" | undefined;
  readonly options?: readonly (readonly [value: string, name: string])[] | undefined;
  readonly initial?: string | undefined;
  readonly hint?: string | undefined;
}

export type ActInputTexts = Readonly<Record<string, string>>;

/** One value that the act would change: its name, its current value and its new one. */
export type Change = readonly [name: string, now: string, then: string];

export interface ActSpec {
  readonly act: ConsoleAct;
  readonly title: string;
  /** Text of the button that carries out the act. */
  readonly verb: string;
  readonly isGrave?: boolean | undefined;
  readonly fields?: readonly ActField[] | undefined;
  /** What exactly will happen, one sentence each. */
  readonly says: (typed: ActInputTexts) => readonly string[];
  readonly changes?: ((typed: ActInputTexts) => readonly Change[]) | undefined;
  /** The input to send; undefined while something required is missing. */
  readonly input: (typed: ActInputTexts) => Readonly<Record<string, unknown>> | undefined;
}
