// Requests of investors and providers to vaults, made by messages that their wallets sign, and the list of these
// requests. Interface 4.6, rules 9.4 and 10.2, errors 8.6.

import { type EngineReader, millis } from "@evermark/engine";
import { dexRequestTypedData, VAULT_OPERATIONS } from "@evermark/interface/chain/wallet-messages.ts";
import { strategyVaults } from "@evermark/interface/funds/strategy-vaults.ts";
import { VaultNonces } from "../../auth/wallets/vault-nonces.ts";
import { requireSigner } from "../../auth/wallets/wallet-request.ts";
import { listed, pageOf, spanOf } from "../../http/envelope/list.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { fromMicros } from "../../wire/decimals.ts";
import { amountOf, countedAmount, domainOf, requireWithdrawalContract } from "../funds/funds-message.ts";

const TOKEN = "USDC";
const PAGE_SIZE = 60;

/** For each venue, because a process may run several; keyed by the engine, because each request has a venue object of its own. */
const noncesOf = new WeakMap<EngineReader, VaultNonces>();

function vaultNonces({ engine }: Venue): VaultNonces {
  const known = noncesOf.get(engine);
  if (known !== undefined) return known;
  const made = new VaultNonces(engine);
  noncesOf.set(engine, made);
  return made;
}

const getVaultNonce = bind(strategyVaults.getVaultNonce, ({ venue }) => ({
  nonce: vaultNonces(venue).issue(venue.clock.now()),
}));

const requestVaultOperation = bind(strategyVaults.requestVaultOperation, async (context) => {
  const { venue, caller, body, request } = context;
  const { message, signature, userAddress } = body;
  const { payloadType, receiver, token, chainId, chainType, dexBrokerId } = message;
  const { engine, configuration } = venue;
  requireWithdrawalContract(body.verifyingContract);
  const amount = amountOf(message.amount);
  const vaultId = message.vaultId.toLowerCase();
  if (engine.vaults.vault(vaultId) === undefined) throw unknownVault(vaultId);
  const { wallet, brokerId } = engine.account(caller.account);
  if (dexBrokerId !== brokerId) throw refusal("broker_unknown");
  const isEvm = chainType === undefined || chainType === "EVM";
  if (!isEvm || userAddress.toLowerCase() !== wallet) throw refusal("signer_mismatch");
  // A receiver that is not an address could not be encoded for the signature check.
  if (!/^0x[0-9a-fA-F]{40}$/.test(receiver)) throw refusal("invalid_receiver");

  const nonce = Number(message.nonce);
  // In lower case, because the checksum's spelling is not part of the signed message.
  const signed = { payloadType, nonce, receiver: receiver.toLowerCase(), amount, vaultId, token, dexBrokerId };
  if (!Number.isSafeInteger(nonce)) throw refusal("invalid_nonce");
  await requireSigner(dexRequestTypedData(signed, domainOf(venue)), signature, userAddress, request.ip);
  if (receiver.toLowerCase() !== wallet) throw refusal("invalid_receiver");
  if (chainId !== configuration.chainId) throw refusal("chain_not_supported");
  if (token !== TOKEN) throw refusal("token_not_supported");
  const issuedAt = vaultNonces(venue).issuedAt(nonce, venue.clock.now());
  if (issuedAt === undefined) throw refusal("invalid_nonce");

  await context.submit({
    type: "request_vault_operation",
    account: caller.account,
    vaultId,
    operation: VAULT_OPERATIONS[payloadType]!,
    amount: countedAmount(amount),
    nonce: { value: nonce, issuedAt: millis(issuedAt) },
  });
  return undefined;
});

export function unknownVault(vaultId: string) {
  return refusal("not_found", "vault does not exist", { vault_id: vaultId });
}

const OPERATIONS = {
  deposit: ["LP_DEPOSIT", "SP_DEPOSIT"],
  withdraw: ["LP_WITHDRAW", "SP_WITHDRAW"],
} as const;

const getVaultTransactions = bind(strategyVaults.getVaultTransactions, async ({ venue, caller, query }) => {
  const page = pageOf(query, PAGE_SIZE);
  const found = await venue.history.vaultOperations(
    {
      account: caller.account,
      vaultId: query.vault_id?.toLowerCase(),
      operations: query.type === undefined ? undefined : OPERATIONS[query.type],
      ...spanOf(query),
      ...page,
    },
    venue.sequencer.appliedPosition,
  );
  const rows = found.rows.map(({ vaultId, operation, amount, result, state, createdAt }) => {
    const isDeposit = operation === "LP_DEPOSIT" || operation === "SP_DEPOSIT";
    const [asked, came] = [fromMicros(amount), state === "completed" ? fromMicros(result) : null];
    return {
      vault_id: vaultId,
      type: isDeposit ? ("deposit" as const) : ("withdrawal" as const),
      status: state === "assigned" ? ("pending" as const) : state,
      asset: TOKEN as "USDC",
      amount_change: isDeposit ? asked : came,
      shares_change: isDeposit ? came : asked,
      created_time: createdAt,
    };
  });
  return listed({ rows, total: found.total }, page);
});

export const vaultRequestBindings: readonly Binding[] = [getVaultNonce, requestVaultOperation, getVaultTransactions];
