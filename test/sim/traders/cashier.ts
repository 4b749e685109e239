// The one who moves money: deposits, withdrawals, transfers, sub-accounts, settlements, and accounts opened late.

import { openAccount } from "@evermark/engine/testing/setup.ts";
import type { Character, Draft, Floor } from "../floor.ts";
import { USDC } from "../floor.ts";

const ACCOUNTS_MAX = 16;

export const cashier: Character = (floor, account) => {
  const { dice } = floor;
  const someone = dice.chance(500) ? account : floor.someone();
  switch (
    dice.weighted({
      deposit: 4,
      settle: 5,
      withdraw: 5,
      transfer: 4,
      open: 3,
      sub: 1,
      describe: 1,
      allow: 1,
      arm: 1,
      key: 1,
      flag: 1,
      mark: 1,
      signer: 1,
      chain: 3,
    })
  ) {
    case "deposit": {
      const reference = dice.chance(100) ? "faucet:again" : floor.reference("deposit");
      const amount = dice.pick([USDC, 1_234_567, 50_000 * USDC]);
      return { type: "credit_deposit", account: floor.someone(), amount, source: "chain", reference } as never;
    }
    case "settle":
      return settle(floor, someone);
    case "withdraw":
      return withdraw(floor, someone);
    case "transfer":
      return transfer(floor, someone);
    case "open":
      return open(floor);
    case "sub":
      return addSubAccount(floor, someone);
    case "describe":
      return { type: "describe_sub_account", account: someone, subAccount: floor.someone(), description: "renamed" };
    case "flag":
      return { type: "set_maintenance_cancel", account: someone, cancels: dice.chance(700) };
    case "mark": {
      const notifications = dice.chance(500) ? [] : [{ id: dice.below(1_000_000) }];
      return { type: "mark_notifications", account: someone, notifications, isRead: dice.chance(700) };
    }
    case "signer":
      return signer(floor, someone);
    case "chain":
      return chain(floor);
    case "allow":
      return { type: "allow_transfers", account: someone, broker: -1, allowed: dice.chance(700) };
    case "arm":
      return { type: "cancel_all_after", account, triggerAfterMs: dice.pick([0, 4_999, 5_000, 60_000]) };
    case "key":
      return key(floor, account);
  }
};

const HOT = `0x${"cc".repeat(20)}`;

/** What a chain has to say: deposits come, go and are final, under numbers that may change; withdrawals are sent. */
function chain(floor: Floor): Draft | undefined {
  const { dice } = floor;
  const { funds } = floor.engine;
  const place = dice.below(1_000);
  const seen = { key: `196:0x${place}:0`, chainId: 196, transaction: `0x${place}` };
  const reference = `deposit:${dice.chance(900) ? place : dice.below(1_000)}`;
  const [shown] = funds.pendingDeposits();
  const money = { account: place % 3, amount: (1 + (place % 7)) * USDC, source: "chain", reference };
  switch (dice.weighted({ observe: 5, credit: 4, drop: 1, send: 4, pause: 1 })) {
    case "observe":
      return { type: "observe_deposit", ...seen, ...money, state: dice.pick(["PENDING", "PROCESSED"]) } as never;
    case "credit": {
      if (shown === undefined) return { type: "credit_deposit", ...money, onChain: seen } as never;
      const { key, chainId, transaction, amount } = shown;
      const account = Number.parseInt(transaction.slice(2), 10) % 3;
      const onChain = { key, chainId, transaction };
      return { type: "credit_deposit", account, amount, source: "chain", reference: shown.reference, onChain } as never;
    }
    case "drop":
      return { type: "drop_deposit", key: shown?.key ?? seen.key, reason: "reorganised" };
    case "send": {
      const open = funds.openWithdrawals();
      if (open.length === 0) return undefined;
      const { withdrawalId, transactions } = dice.pick(open);
      const chainNonce = dice.chance(500) ? funds.lastChainNonce(HOT) + 1 : (transactions.at(-1)?.chainNonce ?? 0);
      return {
        type: "send_withdrawal",
        withdrawalId,
        transaction: `0x${place}`,
        raw: "0xbeef",
        sender: HOT,
        chainNonce,
      };
    }
    case "pause":
      return { type: "pause_withdrawals", paused: dice.chance(300) };
  }
}

/** With a new nonce, or with one that was used already. */
function withNonce(
  floor: Floor,
  account: number,
  kind: "withdraw" | "settle" | "transfer",
  draft: (nonce: number) => object,
): Draft[] {
  if (floor.dice.chance(150)) return [draft(floor.lastNonce(account, kind)) as Draft];
  const ask = floor.askNonce(account, kind);
  return [ask, draft(floor.lastNonce(account, kind)) as Draft];
}

function settle(floor: Floor, account: number): Draft | Draft[] {
  if (floor.dice.chance(500)) return { type: "settle_pnl", account, nonce: 0 };
  return withNonce(floor, account, "settle", (nonce) => ({ type: "settle_pnl", account, nonce }));
}

function withdraw(floor: Floor, account: number): Draft[] {
  const { dice } = floor;
  const { withdrawable } = floor.look.margin(account);
  const share = dice.pick([1, 10, 50, 100, 101]);
  const amount = Math.max(1, Math.floor((withdrawable * share) / 100));
  const receiver = dice.chance(950) ? floor.wallet(account) : `0x${"ab".repeat(20)}`;
  const request = { type: "request_withdrawal", account, amount, fee: USDC, chainId: 196, receiver };
  return withNonce(floor, account, "withdraw", (nonce) => ({ ...request, nonce }));
}

function transfer(floor: Floor, account: number): Draft | Draft[] {
  const { dice } = floor;
  const { withdrawable } = floor.look.margin(account);
  const count = dice.between(1, 3);
  const amount = Math.max(1, Math.floor(withdrawable / (count * dice.pick([1, 2, 20]))));
  const receivers = Array.from({ length: count }, () => ({ account: floor.someone(), amount }));
  if (dice.chance(300)) return { type: "transfer_funds", account, receivers, nonce: 0 } as never;
  return withNonce(floor, account, "transfer", (nonce) => ({ type: "transfer_funds", account, receivers, nonce }));
}

/** Someone new, who may be referred by someone before the first deposit. */
function open(floor: Floor): Draft | undefined {
  if (floor.accounts >= ACCOUNTS_MAX) return undefined;
  const { at, ...command } = openAccount(floor.accounts, floor.dice.pick(["plain", "cheap"]));
  return command;
}

function addSubAccount(floor: Floor, account: number): Draft | undefined {
  if (floor.accounts >= ACCOUNTS_MAX) return undefined;
  const number = floor.engine.subAccounts(floor.number(account)).length + 1;
  const accountId = `0x${(0x9000 - account * 16 - number).toString(16).padStart(64, "0")}`;
  return { type: "add_sub_account", account, number, accountId, description: `sub ${number}` };
}

function key(floor: Floor, account: number): Draft {
  const { dice } = floor;
  const key = `ed25519:${"z".repeat(10)}${dice.below(20)}`;
  const [bound] = floor.engine.keysOf(floor.number(account));
  const known = bound !== undefined && dice.chance(800) ? bound.key : key;
  if (dice.chance(150)) return { type: "remove_key", account, key: known };
  const addresses = dice.pick(["", "none", "192.0.2.0/24"]);
  if (dice.chance(150)) return { type: "restrict_key", account, key: known, addresses };
  const scope = dice.pick(["read", "read,trading", "asset"]);
  // The same again, an older one, one of a clock that is ahead; and terms that are over at once, or soon.
  const signedAt = floor.now - (floor.now % 600_000) + dice.pick([0, 0, -600_000, 300_000, -86_400_000]);
  const expiration = signedAt + dice.pick([1, 600_000, 86_400_000]);
  const signer = dice.chance(100) ? SIGNERS[0] : null;
  return {
    type: "bind_key",
    account,
    key,
    scope,
    expiration,
    signedAt,
    tag: dice.pick([null, "bot"]),
    signer,
  } as never;
}

const SIGNERS = ["cd", "ce"].map((digits) => `0x${digits.repeat(20)}`);

/** Two contracts name their signers; somebody confirms it, not always the one, and not always in time. */
function signer(floor: Floor, account: number): Draft | Draft[] {
  const { dice } = floor;
  const signer = dice.pick(SIGNERS);
  if (dice.chance(150)) return { type: "set_delegate_signer", account, signer };
  const contract = dice.below(2) + 1;
  const accountId = `0x${(0x7000 + contract).toString(16).padStart(64, "0")}`;
  const wallet = `0x${contract.toString(16).padStart(40, "c")}`;
  const known = floor.engine.findAnnouncement(accountId);
  const confirm = (named: { readonly signer: string; readonly transaction: string }): Draft => {
    const brokerId = dice.pick(["plain", "cheap"]);
    return { type: "confirm_delegate", accountId, contract: wallet, brokerId, ...named };
  };
  if (known !== undefined && dice.chance(500)) {
    return confirm({ signer: dice.chance(900) ? known.signer : signer, transaction: known.transaction });
  }
  const block = (known?.block ?? 0) + dice.pick([0, 1]);
  const transaction = `0x${block.toString(16).padStart(64, "0")}`;
  const logIndex = dice.below(2);
  return [
    { type: "announce_delegate", accountId, signer, transaction, block, logIndex },
    ...(dice.chance(700) ? [confirm({ signer, transaction })] : []),
  ];
}
