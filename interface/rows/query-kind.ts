// Declares one kind of query of `POST /v1/public/query` as data: its members, its weight, how old its answer may be,
// and the answer. Interface 4.3.

import type { Static, TObject, TSchema } from "typebox";

export interface QueryKind {
  readonly summary: string;
  /** The weight that one call takes from its address's pool. */
  readonly weight: number;
  /** The greatest age of its answer, in milliseconds; 0: always current. */
  readonly ageMaxMs: number;
  /** It shows wallets, so an operator may switch it off. */
  readonly showsWallets?: true;
  /** The members beside `type`. */
  readonly request: TObject;
  readonly data: TSchema;
}

/** Declares a kind and keeps its literal types, from which the types of handlers and client follow. */
export function queryKind<const Kind extends QueryKind>(kind: Kind): Kind {
  return kind;
}

export type RequestOf<Kind extends QueryKind> = Static<Kind["request"]>;
export type AnswerOf<Kind extends QueryKind> = Static<Kind["data"]>;
