// Delegate signers of contracts' accounts. Rules 9.6.

import type { AnnounceDelegate, ConfirmDelegate, SetDelegateSigner } from "@evermark/engine";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { endKeysOf } from "./key-rules.ts";
import { newAccount } from "./new-accounts.ts";

export const delegateRules = naiveRules({
  announce_delegate: announceDelegate,
  confirm_delegate: confirmDelegate,
  set_delegate_signer: setDelegateSigner,
});

function announceDelegate(state: NaiveState, command: AnnounceDelegate): Outcome {
  const { announcements } = state.funds;
  const isLater = ({ block, logIndex }: AnnounceDelegate) =>
    block === command.block ? logIndex < command.logIndex : block < command.block;
  if (!announcements.filter((each) => each.accountId === command.accountId).every(isLater)) {
    return { rejection: "duplicate" };
  }
  announcements.push(command);
  return {};
}

function confirmDelegate(state: NaiveState, command: ConfirmDelegate): Outcome {
  const { accountId, contract, brokerId, signer, transaction } = command;
  const broker = state.brokers.findIndex((each) => each.brokerId === brokerId);
  const last = state.funds.announcements.findLast((each) => each.accountId === accountId);
  if (broker < 0 || last?.transaction !== transaction) return { rejection: "not_found" };
  if (last.signer !== signer) return { rejection: "signer_mismatch" };
  const known = state.accounts.find((each) => each.accountId === accountId);
  const former = state.funds.delegates.find((each) => each.account === known?.number);
  const isNobodys = known !== undefined && state.funds.openedByDeposit.includes(known.number);
  if (known !== undefined && former === undefined && !isNobodys) return { rejection: "refused" };

  const account = known ?? newAccount(state, { accountId, wallet: contract, broker, main: state.accounts.length });
  if (known === undefined) state.accounts.push(account);
  const { number } = account;
  if (former !== undefined && former.signer !== signer) {
    endKeysOf(
      state,
      state.accounts.filter((each) => each.main === number).map((each) => each.number),
    );
  }
  state.funds.openedByDeposit = state.funds.openedByDeposit.filter((each) => each !== number);
  appoint(state, number, signer);
  return { created: number };
}

function setDelegateSigner(state: NaiveState, command: SetDelegateSigner): Outcome {
  const { account, signer } = command;
  if (state.accounts[account]!.main !== account) return { rejection: "refused" };
  appoint(state, account, signer);
  return {};
}

function appoint(state: NaiveState, account: number, signer: string): void {
  state.funds.delegates = [...state.funds.delegates.filter((each) => each.account !== account), { account, signer }];
}
