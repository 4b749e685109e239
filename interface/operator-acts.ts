// What an operator may do to a running venue, also where money is real: these calls of a sandbox and no others. What a chain
// will report (deposits, withdrawals, delegates) and what only tests need (money, prices and time by hand) is not among them.

import type { EndpointRow } from "./endpoint.ts";
import { sandbox } from "./sandbox.ts";

export const operatorActs = {
  announce: sandbox.announce,
  withdraw_announcement: sandbox.withdrawAnnouncement,
  market: sandbox.setMarket,
  maintenance: sandbox.setMaintenance,
  halt: sandbox.setHalt,
  withdrawals: sandbox.setWithdrawals,
  deposits: sandbox.acceptChain,
  parked: sandbox.lookAtParked,
  custody: sandbox.lookAtCustody,
  builder: sandbox.setBuilder,
  account: sandbox.setAccount,
  open_vault: sandbox.openVault,
  vault_state: sandbox.setVaultState,
} as const satisfies Readonly<Record<string, EndpointRow>>;

export type OperatorAct = keyof typeof operatorActs;

/** What an act takes. */
export function inputOf(act: OperatorAct) {
  const row: EndpointRow = operatorActs[act];
  return row.body ?? row.query;
}
