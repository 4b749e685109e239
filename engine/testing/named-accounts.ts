// The accounts that a command names: every field that is declared as one, wherever it stands.

import { type Command, DECLARATIONS } from "../language/commands/commands.ts";
import type { FieldTable } from "../language/field.ts";

/** The command with other accounts in the place of those that it names. */
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
