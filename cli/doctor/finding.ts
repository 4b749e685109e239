// The result of one check: one line, and what to do when something is not as it should be.

export interface Finding {
  readonly what: string;
  /** `warning`: it works now, and may stop working. `failed`: a venue should not be opened like this. */
  readonly state: "ok" | "warning" | "failed";
  readonly text: string;
  /** Undefined when there is nothing to do. */
  readonly remedy?: string | undefined;
}

export const ok = (what: string, text: string): Finding => ({ what, state: "ok", text });

export const warning = (what: string, text: string, remedy: string): Finding => ({
  what,
  state: "warning",
  text,
  remedy,
});

export const failed = (what: string, text: string, remedy: string): Finding => ({
  what,
  state: "failed",
  text,
  remedy,
});

export function lineOf({ what, state, text, remedy }: Finding): string {
  return `${state.padEnd(7)}  ${what.padEnd(9)}  ${text}${remedy === undefined ? "" : `: ${remedy}`}`;
}
