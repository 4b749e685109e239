// Four traders open accounts. Alice administers her builder and sets her trading preferences.

import { ADD_KEY, REGISTRATION, signTyped } from "../../venue/outside/outside-wallet.ts";
import type { ExampleTrader } from "../example-trader.ts";
import type { Recording } from "../exchange-recording.ts";
import { BTC, CHAIN, ETH, type Stage, YEAR_MS } from "../recording-stage.ts";

/** Shown instead of the nonce, which the venue draws at random. */
const NONCE = "1234567890123456";

export async function openAccounts(stage: Stage): Promise<void> {
  for (const trader of [stage.alice, stage.bob, stage.carol, stage.dave]) {
    await openAccount(stage, trader);
    await claim(stage, trader);
  }
  const { wallet, accountId, key } = stage.alice;
  const owner = { address: wallet.address, broker_id: "demo" };
  await stage.call("registration.getAccount", { query: owner });
  await stage.call("registration.getKey", { query: { account_id: accountId, svc_key: key.name } });
  await stage.recording.refused("registration.openAccountElsewhere", { body: {} });
  await stage.recording.refused("registration.bindKeyElsewhere", { body: {} });
}

/** Opens an account without money. */
export async function openAccount(stage: Stage, trader: ExampleTrader): Promise<void> {
  const { wallet, key } = trader;
  const registrationNonce = String((await stage.call("registration.getNonce")).registration_nonce);
  const opening = { ...CHAIN, timestamp: stage.now, registrationNonce };
  const sign = (message: typeof opening) =>
    signTyped(wallet, { primaryType: "Registration", fields: REGISTRATION, message });
  const signature = await sign(opening);
  await showNonce(stage.recording, registrationNonce, signature, (nonce) =>
    sign({ ...opening, registrationNonce: nonce }),
  );
  const body = { message: { ...opening, chainType: "EVM" }, signature, userAddress: wallet.address };
  trader.accountId = String((await stage.call("registration.openAccount", { body })).account_id);
  await bindKey(stage, trader, key.name);
}

async function claim(stage: Stage, { wallet }: ExampleTrader): Promise<void> {
  await stage.call("sandbox.claimFaucet", { body: { user_address: wallet.address, broker_id: "demo" } });
}

/** The nonce is random. The recording shows a constant one instead, and its signature instead of the real signature. */
export async function showNonce(
  recording: Recording,
  drawn: string,
  signature: string,
  signWith: (nonce: string) => Promise<string>,
): Promise<void> {
  recording.show(drawn, NONCE);
  recording.show(signature, await signWith(NONCE));
}

export async function bindKey(stage: Stage, { wallet }: ExampleTrader, key: string): Promise<void> {
  const scope = "read,trading,asset";
  const binding = { ...CHAIN, key, scope, timestamp: stage.now, expiration: stage.now + YEAR_MS };
  const signature = await signTyped(wallet, { primaryType: "AddDexApiKey", fields: ADD_KEY, message: binding });
  const message = { ...binding, chainType: "EVM" };
  await stage.call("registration.bindKey", { body: { message, signature, userAddress: wallet.address } });
}

export async function setUp(stage: Stage): Promise<void> {
  for (const trader of [stage.alice, stage.alice, stage.bob, stage.bob, stage.bob]) await claim(stage, trader);
  const added = await stage.call("subAccounts.addSubAccount", { body: { description: "hedges" } });
  const sub_account_id = String(added.account_id);
  stage.subAccount = stage.alice.actingFor(sub_account_id);
  await stage.call("subAccounts.updateSubAccount", { body: { sub_account_id, description: "hedges in ETH" } });
  await stage.call("registration.getAllAccounts", {
    query: { address: stage.alice.wallet.address, broker_id: "demo" },
  });
  const tag = {
    enum_id: "DESK_1",
    name: "Desk 1",
    description: "orders of the first desk",
    default_fee_rate: 0.0001,
  };
  await stage.call("brokers.createOrderEnum", { body: tag });
  const changes = { pair_overrides: { [ETH]: 0.0002 } };
  await stage.call("brokers.editOrderEnum", { params: { enum_id: "DESK_1" }, body: changes });
  await stage.call("brokers.setDefaultFeeRate", { body: { maker_fee_rate: 0.0002, taker_fee_rate: 0.0005 } });
  const account_ids = [stage.bob.accountId];
  await stage.call("brokers.setFeeRate", { body: { account_ids, maker_fee_rate: 0.0001, taker_fee_rate: 0.0004 } });
  await stage.call("positions.setLeverages", { body: { symbol: BTC, leverage: 20 } });
  await stage.call("positions.setLeverage", { body: { symbol: ETH, leverage: 10 } });
  await stage.call("positions.setMarginMode", { body: { symbol: ETH, default_margin_mode: "CROSS" } });
}
