// A contract names Bob as its signer. He opens its account, binds a key, settles and withdraws on its behalf.

import type { Hex } from "viem";
import {
  ADD_KEY,
  LEDGER_DOMAIN,
  REGISTRATION,
  SETTLE_PNL,
  signTyped,
  WITHDRAW,
} from "../../venue/outside/outside-wallet.ts";
import { CHAIN, type Stage, YEAR_MS } from "../recording-stage.ts";
import { showNonce } from "./accounts-chapter.ts";

const CONTRACT_FIELD = { name: "delegateContract", type: "address" } as const;
/** Stands for a transaction that never took place. */
const TRANSACTION = `0x${"de".repeat(32)}`;
type Fields = readonly { readonly name: string; readonly type: string }[];

export async function signForContract(stage: Stage): Promise<void> {
  const { bob, recording } = stage;
  const userAddress = bob.wallet.address;
  const delegateContract = stage.trader(0xc0).wallet.address;
  const sign = (
    primaryType: string,
    own: Fields,
    message: Readonly<Record<string, unknown>>,
    domain = {},
  ): Promise<Hex> => signTyped(bob.wallet, { domain, primaryType, fields: [CONTRACT_FIELD, ...own], message });

  const named = { delegate_contract: delegateContract, broker_id: "demo", delegate_signer: userAddress };
  const { tx_hash: txHash } = await stage.call("sandbox.announceDelegate", { body: named });

  const registrationNonce = String((await stage.call("registration.getNonce")).registration_nonce);
  const office = { delegateContract, ...CHAIN, timestamp: stage.now, registrationNonce, txHash };
  const fields = [...REGISTRATION, { name: "txHash", type: "bytes32" }];
  const signature = await sign("DelegateSigner", fields, office);
  recording.show(txHash, TRANSACTION);
  await showNonce(recording, registrationNonce, signature, (nonce) =>
    sign("DelegateSigner", fields, { ...office, registrationNonce: nonce, txHash: TRANSACTION }),
  );
  const opened = await stage.call("delegates.confirmSigner", { body: { message: office, signature, userAddress } });

  const acting = stage.trader(0xb1).actingFor(String(opened.account_id));
  const terms = { key: acting.key.name, scope: "read,trading,asset" };
  const binding = { delegateContract, ...CHAIN, ...terms, timestamp: stage.now, expiration: stage.now + YEAR_MS };
  const bound = await sign("DelegateAddDexApiKey", ADD_KEY, binding);
  await stage.call("delegates.bindKey", { body: { message: binding, signature: bound, userAddress } });
  await stage.call("sandbox.claimFaucet", { body: { user_address: delegateContract, broker_id: "demo" } });

  const { verifyingContract } = LEDGER_DOMAIN;
  const signedInPlace = async (primaryType: string, own: Fields, message: Readonly<Record<string, unknown>>) => ({
    message,
    signature: await sign(primaryType, own, message, LEDGER_DOMAIN),
    userAddress,
    verifyingContract,
  });
  const { settle_nonce: settleNonce } = await stage.call("funds.getSettleNonce", {}, acting);
  const settlement = { delegateContract, ...CHAIN, settleNonce, timestamp: stage.now };
  const settled = await signedInPlace("DelegateSettlePnl", SETTLE_PNL, settlement);
  await stage.call("delegates.settlePnl", { body: settled }, acting);
  const { withdraw_nonce: withdrawNonce } = await stage.call("funds.getWithdrawNonce", {}, acting);
  const payment = { receiver: delegateContract, token: "USDC", amount: "100000000", withdrawNonce };
  const message = { delegateContract, ...CHAIN, ...payment, timestamp: stage.now };
  const withdrawn = await signedInPlace("DelegateWithdraw", WITHDRAW, message);
  await stage.call("delegates.requestWithdrawal", { body: withdrawn }, acting);
}
