// What goes to the thread that signs, and what comes back.

import type { Hex } from "viem";
import type { OperatorTransaction, SignedTransaction } from "./signer.ts";

export type ToSign = { readonly id: number } & (
  | { readonly transaction: OperatorTransaction }
  | { readonly digest: Hex }
);

export type SigningOutcome =
  | { readonly id: number; readonly signed: SignedTransaction | Hex }
  | { readonly id: number; readonly refused: string };
