// How the journal writes the commands of language/commands/account-commands.ts.

import type { AccountsCommand } from "../commands/account-commands.ts";
import { UNDATED } from "../commands/account-commands.ts";
import type { Layouts } from "./fields.ts";

export const ACCOUNTS_LAYOUTS: Layouts<AccountsCommand> = {
  add_broker: {
    tag: 2,
    fields: [
      ["brokerId", "text"],
      ["takerFee", "f64"],
      ["makerFee", "f64"],
    ],
  },
  open_account: {
    tag: 3,
    fields: [
      ["accountId", "text"],
      ["wallet", "text"],
      ["brokerId", "text"],
      ["forDeposit", { optional: "bool" }, null],
    ],
  },
  bind_key: {
    tag: 4,
    fields: [
      ["account", "i32"],
      ["key", "text"],
      ["scope", "text"],
      ["expiration", "f64"],
      ["signedAt", "f64", UNDATED],
      ["tag", { optional: "text" }, null],
      ["signer", { optional: "text" }, null],
    ],
  },
  remove_key: {
    tag: 80,
    fields: [
      ["account", "i32"],
      ["key", "text"],
    ],
  },
  restrict_key: {
    tag: 81,
    fields: [
      ["account", "i32"],
      ["key", "text"],
      ["addresses", "text"],
    ],
  },
  announce_delegate: {
    tag: 82,
    fields: [
      ["accountId", "text"],
      ["signer", "text"],
      ["transaction", "text"],
      ["block", "f64"],
      ["logIndex", "f64"],
    ],
  },
  confirm_delegate: {
    tag: 83,
    fields: [
      ["accountId", "text"],
      ["contract", "text"],
      ["brokerId", "text"],
      ["signer", "text"],
      ["transaction", "text"],
    ],
  },
  add_sub_account: {
    tag: 21,
    fields: [
      ["account", "i32"],
      ["number", "i32"],
      ["accountId", "text"],
      ["description", "text"],
    ],
  },
  describe_sub_account: {
    tag: 22,
    fields: [
      ["account", "i32"],
      ["subAccount", "i32"],
      ["description", "text"],
    ],
  },
  set_delegate_signer: {
    tag: 23,
    fields: [
      ["account", "i32"],
      ["signer", "text"],
    ],
  },
  set_maintenance_cancel: {
    tag: 24,
    fields: [
      ["account", "i32"],
      ["cancels", "bool"],
    ],
  },
};
