// What an administrator and an operator do at the end of the day.

import { ETH, type Stage } from "../recording-stage.ts";

export async function announce(stage: Stage): Promise<void> {
  const notice = { message: "SOL is listed on Monday", type: "listing" };
  const { announcement_id } = await stage.call("sandbox.announce", { body: notice });
  await stage.call("announcements.getAnnouncements");
  await stage.call("sandbox.withdrawAnnouncement", { query: { announcement_id } });
}

/** Carol reads about her liquidation. */
export async function readNotifications(stage: Stage): Promise<void> {
  const { rows } = await stage.call("notifications.getNotifications", {}, stage.carol);
  await stage.call("notifications.getUnread", {}, stage.carol);
  await stage.call("notifications.markRead", { body: { flag: 1, ids: [rows[0]!.id] } }, stage.carol);
  await stage.call("notifications.markAllRead", { body: { flag: 1 } }, stage.carol);
}

export async function operate(stage: Stage): Promise<void> {
  await stage.call("account.setMaintenanceConfig", { body: { maintenance_cancel_order_flag: true } });
  await stage.call("brokers.getUserFees", { query: { account_id: stage.bob.accountId } });
  await stage.call("brokers.resetFeeRate", { body: { account_ids: [stage.bob.accountId] } });
  await stage.call("brokers.archiveOrderEnum", { body: { enum_id: "DESK_1" } });
  await stage.call("brokers.unarchiveOrderEnum", { body: { enum_id: "DESK_1" } });
  const account_id = stage.alice.accountId;
  await stage.call("sandbox.creditDeposit", { body: { account_id, amount: 500, tx_id: `0x${"d1".repeat(32)}` } });
  await stage.call("sandbox.setAccount", { body: { account_id, transfers_allowed: true } });
  await stage.call("sandbox.setBuilder", { body: { broker_id: "demo", minimum_tier: 1 } });
  await stage.call("sandbox.topUpInsurance", { body: { amount: 10_000 } });
  await stage.call("sandbox.setMarket", { body: { symbol: ETH, state: "REDUCE_ONLY", reason: "thin book" } });
  const start_time = stage.now + 3_600_000;
  const maintenance = { start_time, end_time: start_time + 1_800_000, message: "new disks" };
  await stage.call("sandbox.setMaintenance", { body: maintenance });
  await stage.call("sandbox.setWithdrawals", { body: { state: "paused" } });
  // This venue has no chain. chain-local.test.ts and receivers.test.ts in test/venue/ cover what these calls do with
  // one.
  await stage.recording.refused("sandbox.acceptChain", { body: { state: "running" } });
  await stage.call("sandbox.lookAtParked", { body: {} });
  await stage.recording.refused("sandbox.lookAtCustody", { body: {} });
  const address = stage.alice.wallet.address;
  await stage.recording.refused("sandbox.fundWallet", { body: { address, usdc: 1_000 } });
  await stage.recording.refused("sandbox.askChain", {
    body: { method: "eth_getBalance", params: [address, "latest"] },
  });
  await stage.recording.refused("sandbox.sendToReceiver", { body: { chain_id: 1, address, amount: 25 } });
  await stage.call("sandbox.setHalt", { body: { halted: true, reason: "a power cut" } });
}
