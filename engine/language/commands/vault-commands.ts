// Strategy vaults: shares in an account that a strategy provider trades. Rules 10.

import { account, count, lacking, nullable, record, text, time, type ValuesOf, word } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

/** How a vault is presented, and the address by which its provider's messages name it. */
export const PROFILE = {
  address: text("`0x` and 40 lower-case hex digits; unique to the vault.", { least: 42, most: 42 }),
  description: text("", { most: 1_000 }),
  providerName: text('The provider\'s name for itself; "" for none.', { most: 64 }),
};
export type VaultProfile = ValuesOf<typeof PROFILE>;

/** The nonce of a wallet-signed message, handed out by the venue. Rules 9.4. */
const NONCE = { value: count("nonce"), issuedAt: time() };
export type VaultNonce = ValuesOf<typeof NONCE>;

export const VAULT_COMMANDS = commands({
  create_vault: {
    tag: 50,
    does: "Creates a strategy vault for an account of its strategy provider. Rules 10.1, 10.3.",
    from: ["operator"],
    refusals: ["duplicate", "invalid_parameter", "not_found", "refused"],
    fields: {
      vaultId: text("`0x` and 64 lower-case hex digits.", { least: 66, most: 66 }),
      name: text("", { least: 1, most: 64 }),
      provider: account("The provider's main account."),
      fund: account("The account that trades."),
      kind: word(["operator", "permissionless"]),
      performanceFeePercent: count("percent", "", { least: 0, most: 50 }),
      profile: lacking(nullable(record(PROFILE, "Without it, the vault can't be found by its address.")), null),
    },
  },
  request_vault_operation: {
    tag: 51,
    does: "Requests a deposit or withdrawal of a provider or investor; it is settled at the start of the next period. Rules 10.2.",
    from: ["trader"],
    refusals: ["amount_error", "invalid_nonce", "not_found", "refused"],
    fields: {
      account: account(),
      vaultId: text(),
      operation: word(["LP_DEPOSIT", "LP_WITHDRAW", "SP_DEPOSIT", "SP_WITHDRAW"]),
      amount: count("micros of USDC", "For a withdrawal: millionths of a share.", {
        least: 1,
        most: Number.MAX_SAFE_INTEGER,
      }),
      nonce: lacking(
        nullable(record(NONCE, "null in a request of the venue itself, which may then be repeated.")),
        null,
      ),
    },
  },
  set_vault_state: {
    tag: 52,
    does: "Moves a vault to its next state. Rules 10.5.",
    from: ["operator"],
    refusals: ["not_found", "refused"],
    fields: { vaultId: text(), state: word(["live", "closing"]) },
  },
});

type Of = typeof VAULT_COMMANDS;
export type CreateVault = CommandOf<Of, "create_vault">;
export type RequestVaultOperation = CommandOf<Of, "request_vault_operation">;
export type SetVaultState = CommandOf<Of, "set_vault_state">;
