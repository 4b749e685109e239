// The texts in commands, drawn from small pools, so that one command names what another has made; and numbers that
// their unit alone does not explain.

import { openAccount } from "@evermark/engine/testing/setup.ts";
import type { Situation } from "./situation.ts";

const hex = (digits: number, n: number, fill = "0") => `0x${n.toString(16).padStart(digits, fill)}`;

export const HOT_WALLET = hex(40, 0xcc);
export const SIGNERS = [hex(40, 0xcd), hex(40, 0xce)] as const;
/** Contracts whose signers the chain announces. */
export const DELEGATES = [1, 2].map((n) => ({ accountId: hex(64, 0x7000 + n), contract: hex(40, n, "c") }));
export const VAULT_IDS = [1, 2, 3].map((n) => hex(64, n, "a"));
const CLIENT_IDS = ["a", "b", "c", "Long_id-0123456789-0123456789-012345"] as const;

type Word = (situation: Situation, of: Readonly<Record<string, unknown>>) => string;

/** One of a few words. */
const anyOf =
  (...args: readonly string[]): Word =>
  ({ dice }) =>
    dice.pick(args);
const numbered =
  (prefix: string, count: number): Word =>
  ({ dice }) =>
    `${prefix}${dice.below(count)}`;
/** Account ids decrease while account numbers increase, so that the order of ids is never the order of opening. */
const newId: Word = ({ accounts, dice }) =>
  openAccount(dice.chance(950) ? accounts : dice.below(accounts), "").accountId;

/** Mostly none; otherwise a fee tag that may exist, a referral code, or a word without meaning. */
const tag: Word = ({ dice, engine }) => {
  if (dice.chance(880)) return "";
  const known = engine.brokerIds.flatMap((id, broker) =>
    engine.fees.tags(broker).map(({ enumId }) => `enum:${id}:${enumId}`),
  );
  return dice.chance(800) && known.length > 0 ? dice.pick(known) : dice.pick([...CODES, "word", "enum:nobody:TAG"]);
};

export const HIGH_TAG = "HIGH";
const TAGS = [HIGH_TAG, "A", "B_2"] as const;
const CODES = ["HOME", "CODE1", "CODE2"] as const;

export const WORDS: Readonly<Record<string, Word>> = {
  clientOrderId: ({ dice }) =>
    dice.chance(820) ? "" : dice.chance(950) ? dice.pick(CLIENT_IDS) : "-starts-with-hyphen",
  tag,
  "bind_key.tag": anyOf("bot"),
  enumId: anyOf(...TAGS, "C", "bad", "L".repeat(37)),
  code: anyOf(...CODES, "XYZ", "lower"),
  reference: (situation) =>
    situation.dice.chance(700) ? situation.reference("ref") : `ref:${situation.dice.between(1, 2)}`,
  // The model keeps these references in one set with those of deposits.
  "top_up_insurance.reference": (situation) =>
    situation.dice.chance(700) ? situation.reference("operator") : "operator:again",
  accountId: newId,
  "open_account.accountId": (situation, of) =>
    situation.dice.chance(850) ? newId(situation, of) : situation.dice.pick(DELEGATES).accountId,
  "announce_delegate.accountId": anyOf(...DELEGATES.map(({ accountId }) => accountId)),
  "confirm_delegate.accountId": anyOf(...DELEGATES.map(({ accountId }) => accountId)),
  wallet: ({ dice, accounts }) => openAccount(dice.chance(500) ? accounts : dice.below(4), "").wallet,
  brokerId: ({ dice, engine }) => (dice.chance(950) ? dice.pick(engine.brokerIds) : "nobody"),
  "add_broker.brokerId": anyOf("plain", "cheap", "third", "fourth"),
  receiver: ({ dice, look, engine }, { account }) =>
    dice.chance(930) && look.number(account as number) < engine.accountCount
      ? engine.account(look.number(account as number)).wallet
      : hex(40, 0x99),
  signer: anyOf(...SIGNERS),
  sender: anyOf(HOT_WALLET),
  contract: anyOf(...DELEGATES.map(({ contract }) => contract)),
  transaction: ({ dice }) => hex(64, dice.below(4)),
  raw: anyOf("0xbeef", "0xcafe"),
  vaultId: anyOf(...VAULT_IDS),
  "create_vault.vaultId": ({ dice }) => hex(64, dice.between(1, 9), "a"),
  address: ({ dice }) => hex(40, dice.below(4)),
  key: numbered("ed25519:k", 4),
  "observe_deposit.key": numbered("196:0x1:", 5),
  "drop_deposit.key": numbered("196:0x1:", 5),
  scope: anyOf("read", "read,trading", "asset"),
  addresses: anyOf("", "none", "192.0.2.0/24"),
  // The same digest for a while, so that requests are repeated both before and after it is forgotten.
  digest: numbered("digest:", 3),
  message: anyOf("", "an upgrade on Friday", "a new market"),
  url: anyOf("", "https://a.example/1"),
  kind: anyOf("", "news"),
};

/** Numbers, by the name of their field. */
export const FIGURES: Readonly<
  Record<string, (situation: Situation, of: Readonly<Record<string, unknown>>) => number>
> = {
  leverage: ({ dice }) => dice.pick([0, 1, 1, 2, 5, 10, 20, 20, 21, 50, 100, 101]),
  source: ({ dice }) => dice.below(4),
  nonce: ({ dice }) => dice.pick([0, 0, 1, 2, 3]),
  chainId: () => 196,
  chainNonce: ({ dice }) => dice.below(4),
  block: ({ dice }) => dice.below(6),
  logIndex: ({ dice }) => dice.below(2),
  fee: () => 1_000_000,
  // Signed a moment ago, a day ago, or by a clock that is ahead.
  signedAt: ({ dice, now }) => now - (now % 600_000) + dice.pick([0, 0, 0, -600_000, 300_000, -86_400_000]),
  delistAt: ({ dice, now }) => now + dice.pick([-1, 5_000, 20_000, 61_000, 300_000]),
};
