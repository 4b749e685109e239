// The messages between the venue's main thread and the thread that serves attesters.

import type { Hex } from "viem";
import type { AttestedVault, BalancesTerms } from "../attestation.ts";
import type { MoveRequest, PaymentRequest } from "../attester-judgement.ts";
import type { AttesterAnswer } from "../gathered-attestations.ts";

/** A request that is answered by one signature. */
export type SignatureRequest = PaymentRequest | MoveRequest;

export interface BalancesRequest {
  /** In venue time, still to come. */
  readonly at: number;
  /** In seconds since 1970, by the chain's time. */
  readonly deadline: number;
}

export type ToDoor =
  /** The first message. @param directory the journal's directory */
  | { readonly type: "open"; readonly directory: string; readonly host: string; readonly port: number }
  /** Which attesters are let in, from now on. */
  | { readonly type: "vault"; readonly vault: AttestedVault; readonly attesters: readonly Hex[] }
  /** Another node leads: no attester is let in until the next `vault` message. */
  | { readonly type: "rest" }
  | ({ readonly type: "balances"; readonly id: number; readonly address: Hex } & BalancesRequest)
  /** @param after the journal position that the attester needs */
  | {
      readonly type: "ask";
      readonly id: number;
      readonly address: Hex;
      readonly after: number;
      readonly request: SignatureRequest;
    };

/** Balances as one attester has signed them. */
export interface SignedBalances extends BalancesTerms {
  readonly signature: Hex;
}

export interface Follower {
  readonly address: Hex;
  /** The last position that it has reported. */
  readonly position: number;
}

export type FromDoor =
  | { readonly type: "listening"; readonly port: number }
  /** It can't listen at the given address. */
  | { readonly type: "failed"; readonly code: string; readonly message: string }
  /** The attesters that are connected and let in. */
  | { readonly type: "followers"; readonly followers: readonly Follower[] }
  | { readonly type: "balances"; readonly id: number; readonly answer: SignedBalances | { readonly silent: string } }
  | { readonly type: "answer"; readonly id: number; readonly answer: AttesterAnswer }
  | { readonly type: "log"; readonly level: "info" | "warn"; readonly text: string; readonly about: object };
