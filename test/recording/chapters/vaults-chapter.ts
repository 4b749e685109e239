// An operator opens a vault for which Bob is the strategy provider. He binds a key and deposits his own money. His
// deposit is too small, so the vault is closed again before it was open to investors.

import { addProviderKeyTypedData, dexRequestTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { LEDGER_DOMAIN, signTyped } from "../../venue/outside/outside-wallet.ts";
import type { ExampleTrader } from "../example-trader.ts";
import { CHAIN, type Stage, YEAR_MS } from "../recording-stage.ts";

/** One of the operations that a wallet signs. */
const PROVIDER_DEPOSITS = 2;
/** Shown instead of the nonce, which the venue draws at random. */
const NONCE = 2_345_678_901_234_567;

export async function openVault(stage: Stage): Promise<void> {
  const { bob } = stage;
  const terms = { performance_fee_rate: 0.2, description: "sells volatility", sp_name: "Bob's desk" };
  const owner = { sp_address: bob.wallet.address, broker_id: "demo" };
  const opened = await stage.call("sandbox.openVault", { body: { vault_name: "Calm waters", ...owner, ...terms } });
  const vault_id = String(opened.vault_id);

  const binding = { ...CHAIN, key: stage.trader(0xb2).key.name, scope: "read,trading", timestamp: stage.now };
  const message = { contract: String(opened.vault_address), ...binding, expiration: stage.now + YEAR_MS };
  const typed = addProviderKeyTypedData(message);
  const fields = typed.types.AddSpDexApiKey;
  const signature = await signTyped(bob.wallet, { ...typed, fields });
  await stage.call("strategyVaults.bindProviderKey", { body: { message, signature, userAddress: bob.wallet.address } });

  await request(stage, bob, PROVIDER_DEPOSITS, vault_id, 5_000_000_000);
  const wallet_address = bob.wallet.address;
  await stage.call("strategyVaults.getVaultPerformance", { query: { vault_id } });
  await stage.call("strategyVaults.getVaultPerformanceChart", { query: { vault_id, type: "TVL", time_range: "24h" } });
  await stage.call("strategyVaults.getVaultPositions", { query: { vault_id } });
  await stage.call("strategyVaults.getVaultInvestor", { query: { wallet_address, vault_id } });
  await stage.call("strategyVaults.getFundPeriods", { query: { vault_id, wallet_address } });
  await stage.call("strategyVaults.getVaults", { query: { vault_id } });
  await stage.call("sandbox.setVaultState", { body: { vault_id, state: "closing" } });
}

/** @param amount in millionths of a USDC */
async function request(
  stage: Stage,
  signer: ExampleTrader,
  payloadType: number,
  vaultId: string,
  amount: number,
): Promise<void> {
  const { wallet } = signer;
  const { nonce } = await stage.call("strategyVaults.getVaultNonce", {}, signer);
  const terms = { payloadType, receiver: wallet.address, vaultId, token: "USDC", dexBrokerId: CHAIN.brokerId };
  const signed = { ...terms, nonce: Number(nonce) };
  const sign = (own: number) =>
    wallet.signTypedData(dexRequestTypedData({ ...signed, nonce: own, amount: BigInt(amount) }));
  const signature = await sign(signed.nonce);
  // The nonce is random.
  stage.recording.show(signed.nonce, NONCE);
  stage.recording.show(signature, await sign(NONCE));
  const message = { ...signed, amount: String(amount), chainId: CHAIN.chainId, chainType: "EVM" };
  const { verifyingContract } = LEDGER_DOMAIN;
  const body = { message, signature, userAddress: wallet.address, verifyingContract };
  await stage.call("strategyVaults.requestVaultOperation", { body }, signer);
}
