// What is refused to a contract's delegate signer even with valid signatures: nothing is settled while the contract's
// account is in liquidation, and nothing leaves the account while the venue's clock is in doubt. Rules 7.3, 9.3, 11.4.

import { beforeAll, expect, test } from "bun:test";
import {
  delegateSettlePnlTypedData,
  delegateWithdrawTypedData,
  fundsDomain,
  WITHDRAWAL_CONTRACT,
} from "@evermark/interface/chain/wallet-messages.ts";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { ApiVenue, type Trader } from "../testing/api-venue.ts";

const CONTRACT = `0x${"ab".repeat(20)}`;
const NEAR = "PERP_NEAR_USDC";
const DEPOSIT = 4_100_000_000;

const api = new ApiVenue();
const signer = privateKeyToAccount(generatePrivateKey());
const asSent = { userAddress: signer.address, verifyingContract: WITHDRAWAL_CONTRACT };
const common = { delegateContract: CONTRACT, brokerId: "demo", chainId: 196, timestamp: api.now };
let trader: Trader;

beforeAll(async () => {
  trader = await api.trader(DEPOSIT / 1e6, { wallet: CONTRACT, scope: "read,trading,asset" });
  api.apply({ type: "set_delegate_signer", account: trader.account, signer: signer.address.toLowerCase() });
});

test("a contract's balance stays while the clock is in doubt, even if its delegate signer asks", async () => {
  const { withdraw_nonce } = (await trader.call("GET", "/v1/withdraw_nonce")).data;
  const message = { ...common, receiver: CONTRACT, token: "USDC", amount: "5000000", withdrawNonce: withdraw_nonce };
  const data = delegateWithdrawTypedData({ ...message, amount: 5_000_000n }, fundsDomain());
  const body = { message, signature: await signer.signTypedData(data), ...asSent };
  api.apply({ type: "halt_for_clock", halted: true });
  const answer = await trader.call("POST", "/v1/delegate_withdraw_request", body);
  expect(answer).toMatchObject({ status: 400, code: -1012 });
  api.apply({ type: "halt_for_clock", halted: false });
  expect(api.engine.margin(trader.account).holding as number).toBe(DEPOSIT);
});

test("a contract's profit stays while its account is in liquidation, even if its delegate signer asks", async () => {
  const house = await api.trader(100_000);
  const order = { symbol: NEAR, order_type: "LIMIT", order_price: 5.4, order_quantity: 8_000 };
  api.price(NEAR, 5.4);
  await trader.call("POST", "/v1/client/leverages", { symbol: NEAR, leverage: 20 });
  await house.call("POST", "/v1/order", { ...order, side: "SELL" });
  expect((await trader.call("POST", "/v1/order", { ...order, side: "BUY" })).data.status).toBe("FILLED");
  api.price(NEAR, 5);
  const before = api.engine.margin(trader.account).holding;
  const { settle_nonce } = (await trader.call("GET", "/v1/settle_nonce")).data;
  const message = { ...common, settleNonce: settle_nonce };
  const signature = await signer.signTypedData(delegateSettlePnlTypedData(message, fundsDomain()));
  const answer = await trader.call("POST", "/v1/delegate_settle_pnl", { message, signature, ...asSent });
  expect(answer).toMatchObject({ status: 400, code: -1012 });
  expect(api.engine.margin(trader.account).holding).toBe(before);
});
