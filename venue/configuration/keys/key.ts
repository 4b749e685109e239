// How a key of the configuration is declared.

import type { Kind } from "../values/kinds.ts";

export type Mode = "sandbox" | "production";

/** How a value is written: text of a flag or variable, or what TOML has made of it. */
export type Raw = string | number | boolean;

export interface ConfigurationKey<T> {
  readonly kind: Kind<T>;
  /** As an operator would write it. */
  readonly fallback: Raw | Readonly<Record<Mode, Raw>>;
  readonly description: string;
  /** What `--help` shows for the value. */
  readonly placeholder: string;
  /** Where flag and variable are not simply the key's name. */
  readonly alias?: string;
  /** Of several nodes each has its own; all others are the venue's, and the same on all of them. */
  readonly isOwn?: true;
}

export const key = <T>(row: ConfigurationKey<T>): ConfigurationKey<T> => row;
