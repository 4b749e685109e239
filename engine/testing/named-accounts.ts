// The accounts that a command names: all fields that are declared as accounts, at any depth.

import { type Command, DECLARATIONS } from "../language/commands/commands.ts";
import type { FieldTable } from "../language/field.ts";

/** The command with each account that it names replaced by `other` of it. */
export function withAccounts<Of extends Command>(command: Of, other: (account: number) => number): Of {
  return inFields(DECLARATIONS[command.type].fields, command, other);
}

export function accountsIn(command: Command): number[] {
  const named: number[] = [];
  withAccounts(command, (account) => {
    named.push(account);
    return account;
  });
  return named;
}

function inFields<Of extends object>(table: FieldTable, record: Of, other: (account: number) => number): Of {
  const changed = { ...record } as Record<string, unknown>;
  for (const [name, { unit, bytes }] of Object.entries(table)) {
    const value = changed[name];
    if (unit === "account") changed[name] = other(value as number);
    else if (typeof bytes === "object" && "list" in bytes) {
      changed[name] = (value as object[]).map((each) => inFields(bytes.list, each, other));
    }
  }
  return changed as unknown as Of;
}
