// How the journal writes the commands of language/commands/vault-commands.ts.

import type { StrategyVaultsCommand } from "../commands/vault-commands.ts";
import type { Kind, Layouts } from "./fields.ts";

const PROFILE: Kind = {
  optional: {
    record: [
      ["address", "text"],
      ["description", "text"],
      ["providerName", "text"],
    ],
  },
};
const NONCE: Kind = {
  optional: {
    record: [
      ["value", "f64"],
      ["issuedAt", "f64"],
    ],
  },
};

export const STRATEGY_VAULTS_LAYOUTS: Layouts<StrategyVaultsCommand> = {
  create_vault: {
    tag: 50,
    fields: [
      ["vaultId", "text"],
      ["name", "text"],
      ["provider", "i32"],
      ["fund", "i32"],
      ["kind", ["operator", "permissionless"]],
      ["performanceFeePercent", "f64"],
      ["profile", PROFILE, null],
    ],
  },
  request_vault_operation: {
    tag: 51,
    fields: [
      ["account", "i32"],
      ["vaultId", "text"],
      ["operation", ["LP_DEPOSIT", "LP_WITHDRAW", "SP_DEPOSIT", "SP_WITHDRAW"]],
      ["amount", "f64"],
      ["nonce", NONCE, null],
    ],
  },
  set_vault_state: {
    tag: 52,
    fields: [
      ["vaultId", "text"],
      ["state", ["live", "closing"]],
    ],
  },
};
