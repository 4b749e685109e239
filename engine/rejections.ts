// Every way the engine can refuse a command. Names and codes are public and permanent: append, never rename or reuse.
// Which refusal wins when several apply follows from the order in which a handler checks (interface 7, rules 1.3).

export const rejections = {
  invalid_parameter: { code: -1005, text: "invalid parameter" },
  not_found: { code: -1006, text: "not found" },
  duplicate: { code: -1007, text: "duplicate request" },
  refused: { code: -1012, text: "refused" },
  maintenance: { code: -1011, text: "The system is under maintenance." },
  insufficient_margin: { code: -1101, text: "insufficient margin" },
  position_limit: { code: -1101, text: "position limit exceeded" },
  open_interest_limit: { code: -1101, text: "open interest limit exceeded" },
  notional_too_small: { code: -1102, text: "notional too small" },
  price_filter: { code: -1103, text: "price not allowed" },
  quantity_filter: { code: -1104, text: "quantity not aligned" },
  price_range: { code: -1105, text: "price too far from the mark price" },
  cannot_change_order: { code: -1005, text: "You can not change other order info." },
} as const;

export type RejectionName = keyof typeof rejections;

/**
 * Why a command was refused. `message` is what the caller reads; `detail` holds the numbers of the failed check as
 * decimal text or integers, by name.
 */
export interface Rejection {
  readonly name: RejectionName;
  readonly code: number;
  readonly message: string;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** A refusal with its numbers. `message` replaces the standard text where a more exact sentence exists. */
export function rejection(
  name: RejectionName,
  detail: Readonly<Record<string, string | number>> = {},
  message: string = rejections[name].text,
): Rejection {
  return { name, code: rejections[name].code, message, detail };
}
