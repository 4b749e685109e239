// What the venue's main thread and the thread that serves attesters say to each other.

import type { Hex } from "viem";
import type { AttestedVault, BalancesTerms } from "../attestation.ts";
import type { AttesterAnswer } from "../attestations.ts";
import type { MoveRequest, PaymentRequest } from "../witness.ts";

/** What is answered by one signature. */
export type SignatureRequest = PaymentRequest | MoveRequest;

export interface BalancesRequest {
  /** In venue time, still to come. */
  readonly at: number;
  /** In seconds since 1970, by the chain's time. */
  readonly deadline: number;
}

export type ToDoor =
  /** The first message. @param directory of the journal */
  | { readonly type: "open"; readonly directory: string; readonly host: string; readonly port: number }
  /** Which attesters are let in, from now on. */
  | { readonly type: "vault"; readonly vault: AttestedVault; readonly attesters: readonly Hex[] }
  /** Another node leads: none is let in until a vault is named again. */
  | { readonly type: "rest" }
  | ({ readonly type: "balances"; readonly id: number; readonly address: Hex } & BalancesRequest)
  /** @param after the journal's position that the attester needs */
  | {
      readonly type: "ask";
      readonly id: number;
      readonly address: Hex;
      readonly after: number;
      readonly request: SignatureRequest;
    };

/** What one attester has signed of balances. */
export interface SignedBalances extends BalancesTerms {
  readonly signature: Hex;
}

export interface Follower {
  readonly address: Hex;
  /** Up to where it has said to be. */
  readonly position: number;
}

export type FromDoor =
  | { readonly type: "listening"; readonly port: number }
  /** It can't listen there. */
  | { readonly type: "failed"; readonly code: string; readonly message: string }
  /** Those who are let in now. */
  | { readonly type: "followers"; readonly followers: readonly Follower[] }
  | { readonly type: "balances"; readonly id: number; readonly answer: SignedBalances | { readonly silent: string } }
  | { readonly type: "answer"; readonly id: number; readonly answer: AttesterAnswer }
  | { readonly type: "log"; readonly level: "info" | "warn"; readonly text: string; readonly about: object };
