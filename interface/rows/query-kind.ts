// One kind of question of `POST /v1/public/query`, as data: its members, what it costs, how old its answer may be, and
// the answer. Interface 4.3.

import type { Static, TObject, TSchema } from "typebox";

export interface QueryKind {
  readonly summary: string;
  /** What one call takes from the pool of its address. */
  readonly weight: number;
  /** How old its answer may be at most, in milliseconds; 0: it is what is true now. */
  readonly ageMaxMs: number;
  /** It shows wallets: an operator may switch it off. */
  readonly showsWallets?: true;
  /** The members beside `type`. */
  readonly request: TObject;
  readonly data: TSchema;
}

/** Declares a kind and keeps its literal types, so that handlers and the client follow from it. */
export function queryKind<const Kind extends QueryKind>(kind: Kind): Kind {
  return kind;
}

export type RequestOf<Kind extends QueryKind> = Static<Kind["request"]>;
export type AnswerOf<Kind extends QueryKind> = Static<Kind["data"]>;
