// The declaration of a configuration key.

import type { Kind } from "../values/value-kinds.ts";

export type Mode = "sandbox" | "production";

/** A value as it is written: the text of a flag or variable, or a parsed TOML value. */
export type Raw = string | number | boolean;

export interface ConfigurationKey<T> {
  readonly kind: Kind<T>;
  /** The default, as an operator would write it. */
  readonly fallback: Raw | Readonly<Record<Mode, Raw>>;
  readonly description: string;
  /** What `--help` shows for the value. */
  readonly placeholder: string;
  /** Names the flag and the variable where they differ from the key. */
  readonly alias?: string;
  /** In a cluster, set for each node separately; all other keys belong to the venue, and are the same on all nodes. */
  readonly isOwn?: true;
}

export const key = <T>(row: ConfigurationKey<T>): ConfigurationKey<T> => row;
