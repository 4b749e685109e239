// Funding, settlement, a transfer and a withdrawal.

import { LEDGER_DOMAIN, SETTLE_PNL, signTyped, WITHDRAW } from "../../venue/outside/outside-wallet.ts";
import { BTC, CHAIN, ETH, type Stage } from "../recording-stage.ts";

export async function fundAndSettle(stage: Stage): Promise<void> {
  // Moves the clock past the end of a funding period.
  await stage.wait(15_000);
  await stage.call("funding.getFundingFees", { query: { symbol: BTC } });
  const isolated = { symbol: ETH, side: "BUY", order_type: "LIMIT", order_price: 3_000, order_quantity: 1 };
  await stage.call("orders.placeOrder", { body: { ...isolated, side: "SELL" } }, stage.bob);
  await stage.call("orders.placeOrder", { body: { ...isolated, margin_mode: "ISOLATED" } });
  await stage.call("positions.movePositionMargin", { body: { symbol: ETH, amount: "50", type: "ADD" } });

  const { settle_nonce } = await stage.call("funds.getSettleNonce");
  const message = { ...CHAIN, settleNonce: settle_nonce, timestamp: stage.now };
  await stage.call("funds.settlePnl", { body: await signed(stage, "SettlePnl", SETTLE_PNL, message) });
  const { settle_nonce: next } = await stage.call("funds.getSettleNonce", {}, stage.subAccount);
  await stage.call("funds.settleSubAccountPnl", { body: { settle_nonce: next } }, stage.subAccount);
}

export async function moveMoney(stage: Stage): Promise<void> {
  await stage.call("funds.getTransferNonce");
  const receiver_list = [{ account_id: stage.subAccount.accountId, amount: 1_000 }];
  await stage.call("funds.transfer", { body: { token: "USDC", receiver_list } });
  await stage.call("funds.getTransfers", { query: { side: "OUT" } });
  const { withdraw_nonce } = await stage.call("funds.getWithdrawNonce");
  const receiver = stage.alice.wallet.address;
  const message = { ...CHAIN, receiver, token: "USDC", amount: "250000000", withdrawNonce: withdraw_nonce };
  const body = await signed(stage, "Withdraw", WITHDRAW, { ...message, timestamp: stage.now });
  const { withdraw_id } = await stage.call("funds.requestWithdrawal", { body });
  await stage.wait(1_000);
  const states = ["PROCESSING", "COMPLETED"];
  for (const state of states) {
    await stage.call("sandbox.advanceWithdrawal", { body: { withdraw_id, state, tx_id: `0x${"e1".repeat(32)}` } });
  }
}

async function signed(
  { alice: { wallet } }: Stage,
  primaryType: string,
  fields: typeof WITHDRAW | typeof SETTLE_PNL,
  message: object,
) {
  const signature = await signTyped(wallet, { domain: LEDGER_DOMAIN, primaryType, fields, message: { ...message } });
  return {
    message: { ...message, chainType: "EVM" },
    signature,
    userAddress: wallet.address,
    verifyingContract: LEDGER_DOMAIN.verifyingContract,
  };
}
