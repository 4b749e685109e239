// The messages to the thread that signs, and its answers.

import type { Hex } from "viem";
import type { WalletMessage } from "./attestation-signer.ts";
import type { OperatorTransaction, SignedTransaction } from "./transaction-signer.ts";

export type SigningTask =
  | { readonly transaction: OperatorTransaction }
  | { readonly message: WalletMessage }
  | { readonly digest: Hex };

export type ToSign = SigningTask & { readonly id: number };

export type SigningResult = SignedTransaction | Hex | boolean;

export type SigningOutcome =
  | { readonly id: number; readonly done: SigningResult }
  | { readonly id: number; readonly refused: string };
