// What goes to the thread that signs, and what comes back.

import type { OperatorTransaction, SignedTransaction } from "./signer.ts";

export interface ToSign {
  readonly id: number;
  readonly transaction: OperatorTransaction;
}

export type SigningOutcome =
  | { readonly id: number; readonly signed: SignedTransaction }
  | { readonly id: number; readonly refused: string };
