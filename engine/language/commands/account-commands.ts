// Builders, accounts, sub-accounts and keys. Interface 4.1, rules 9.1, 9.6.

import type { FeeE5, Millis } from "../../base/units.ts";

/** Of a binding from before the time in its message was kept. */
export const UNDATED = 0;

/** Makes a builder known and sets its default user fees. Brokers count from 0. Rules 8.1. */
export interface AddBroker {
  readonly type: "add_broker";
  at: Millis;
  readonly brokerId: string;
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
}

/** Opens an account for a wallet under a builder. Interface 4.1, rules 9.1. */
export interface OpenAccount {
  readonly type: "open_account";
  at: Millis;
  /** `0x` and 64 lower-case hex digits. */
  readonly accountId: string;
  /** `0x` and 40 lower-case hex digits. */
  readonly wallet: string;
  readonly brokerId: string;
  /**
   * True where a deposit opens it, of which its owner need not know: he may open it himself afterwards, once. Absent in
   * journals that are older than this field.
   */
  readonly forDeposit?: boolean | null;
}

/**
 * Binds an API key to an account, or replaces scope and expiration of one that is bound to it by a later message than the
 * one before. Interface 4.1.
 */
export interface BindKey {
  readonly type: "bind_key";
  at: Millis;
  readonly account: number;
  /** `ed25519:` and the base58 public key. */
  readonly key: string;
  /** Comma-separated words of `read`, `trading`, `asset`. */
  readonly scope: string;
  readonly expiration: Millis;
  /** The time in the message that the wallet signed; UNDATED in journals that are older than this field. */
  readonly signedAt: Millis;
  /** What its owner calls it; no signature covers this. Absent in journals that are older than this field. */
  readonly tag?: string | null;
  /** Who signed, if that was the delegate signer of a contract: refused unless it still is. */
  readonly signer?: string | null;
}

/** Ends a key of an account. It can be bound again by a message that is later than the last one. */
export interface RemoveKey {
  readonly type: "remove_key";
  at: Millis;
  readonly account: number;
  readonly key: string;
}

/** Says from which addresses a key may be used; holds until it is said again, however often the key is bound. Interface 4.7. */
export interface RestrictKey {
  readonly type: "restrict_key";
  at: Millis;
  readonly account: number;
  readonly key: string;
  /** "" for everywhere, "none" for nowhere, else networks, separated by commas, which the edge has checked. */
  readonly addresses: string;
}

/** Opens the next sub-account of a main account; its id is derived at the edge from `number`. Rules 9.1, 9.6. */
export interface AddSubAccount {
  readonly type: "add_sub_account";
  at: Millis;
  /** The main account. */
  readonly account: number;
  /** Which of its sub-accounts, counted from 1; refused unless it is the next one. */
  readonly number: number;
  readonly accountId: string;
  readonly description: string;
}

/** Changes the description of a sub-account. */
export interface DescribeSubAccount {
  readonly type: "describe_sub_account";
  at: Millis;
  /** The main account, and its sub-account. */
  readonly account: number;
  readonly subAccount: number;
  readonly description: string;
}

/** What the chain says: a contract has named who signs for its account under a builder. Rules 9.6. */
export interface AnnounceDelegate {
  readonly type: "announce_delegate";
  at: Millis;
  /** Of the contract's account, whether it is open or not. */
  readonly accountId: string;
  /** `0x` and 40 lower-case hex digits. */
  readonly signer: string;
  /** `0x` and 64 lower-case hex digits. */
  readonly transaction: string;
  /** Where on the chain: refused unless it is later than the last one of this account. */
  readonly block: number;
  readonly logIndex: number;
}

/**
 * The signer that a contract has named last takes office: its account is opened if it is not yet, and what keys a former
 * signer has bound end. Rules 9.6.
 */
export interface ConfirmDelegate {
  readonly type: "confirm_delegate";
  at: Millis;
  readonly accountId: string;
  /** `0x` and 40 lower-case hex digits, as the signer's. */
  readonly contract: string;
  readonly brokerId: string;
  readonly signer: string;
  /** Of the announcement that it confirms. */
  readonly transaction: string;
}

/**
 * Names the signer of a contract wallet's account without the chain's word for it. It is not sent any more: journals may
 * have it. Rules 9.6.
 */
export interface SetDelegateSigner {
  readonly type: "set_delegate_signer";
  at: Millis;
  readonly account: number;
  /** `0x` and 40 lower-case hex digits. */
  readonly signer: string;
}

/** Whether the account's open orders are cancelled when maintenance starts. Rules 11.5. */
export interface SetMaintenanceCancel {
  readonly type: "set_maintenance_cancel";
  at: Millis;
  readonly account: number;
  readonly cancels: boolean;
}

export type AccountsCommand =
  | AddBroker
  | OpenAccount
  | BindKey
  | RemoveKey
  | RestrictKey
  | AddSubAccount
  | DescribeSubAccount
  | AnnounceDelegate
  | ConfirmDelegate
  | SetDelegateSigner
  | SetMaintenanceCancel;
