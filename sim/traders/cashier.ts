// The one who moves money: deposits, withdrawals through all their states, transfers, sub-accounts, settlements.

import type { Character, Draft, Floor } from "../floor.ts";
import { USDC } from "../floor.ts";

const RECEIVER = `0x${"ab".repeat(20)}`;

export const cashier: Character = (floor, account) => {
  const { dice } = floor;
  const what = dice.weighted({
    deposit: 4,
    settle: 4,
    withdraw: 5,
    transfer: 4,
    sub: 1,
    allow: 1,
    nonce: 3,
    arm: 1,
    key: 1,
  });
  switch (what) {
    case "deposit": {
      const reference = dice.chance(100) ? "faucet:again" : floor.reference("deposit");
      const amount = dice.pick([USDC, 1_234_567, 50_000 * USDC]);
      return { type: "credit_deposit", account: floor.someone(), amount, source: "chain", reference } as never;
    }
    case "settle":
      return { type: "settle_pnl", account: floor.someone(), nonce: dice.chance(600) ? 0 : dice.between(1, 12) };
    case "withdraw":
      return withdraw(floor, account);
    case "transfer":
      return transfer(floor, account);
    case "sub":
      return addSubAccount(floor, account);
    case "allow":
      return { type: "allow_transfers", account, broker: -1, allowed: dice.chance(700) };
    case "nonce":
      return { type: "issue_nonce", account, kind: dice.pick(["withdraw", "settle", "transfer"] as const) };
    case "arm":
      return { type: "cancel_all_after", account, triggerAfterMs: dice.pick([0, 4_999, 5_000, 60_000]) };
    case "key": {
      const key = `ed25519:${"z".repeat(10)}${dice.below(20)}`;
      return { type: "bind_key", account, key, scope: "read,trading", expiration: floor.now + 86_400_000 } as never;
    }
  }
};

function withdraw(floor: Floor, account: number): Draft {
  const { dice } = floor;
  const { withdrawable } = floor.look.margin(account);
  const share = dice.pick([1, 10, 50, 100, 101]);
  const amount = Math.max(1, Math.floor((withdrawable * share) / 100));
  const nonce = dice.between(1, 12);
  return { type: "request_withdrawal", account, amount, fee: USDC, nonce, chainId: 196, receiver: RECEIVER } as never;
}

function transfer(floor: Floor, account: number): Draft {
  const { dice } = floor;
  const { withdrawable } = floor.look.margin(account);
  const count = dice.between(1, 3);
  const amount = Math.max(1, Math.floor(withdrawable / (count * dice.pick([1, 2, 20]))));
  const receivers = Array.from({ length: count }, () => ({ account: floor.someone(), amount }));
  return { type: "transfer_funds", account, receivers, nonce: dice.chance(500) ? 0 : dice.between(1, 12) } as never;
}

function addSubAccount(floor: Floor, account: number): Draft {
  const number = floor.engine.subAccounts(floor.number(account)).length + 1;
  const accountId = `0x${(0x9000 - account * 16 - number).toString(16).padStart(64, "0")}`;
  return { type: "add_sub_account", account, number, accountId, description: `sub ${number}` };
}
