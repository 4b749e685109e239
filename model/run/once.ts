// Signed requests that move funds are carried out once: every answer is kept, and all of them are searched. Rules 9.5.

import type { Command } from "@evermark/engine";
import type { Outcome } from "../state/command-outcomes.ts";
import type { NaiveState } from "../state/naive-state.ts";

const REMEMBERED = 100;
const MINUTES = 11;

export function once(state: NaiveState, command: Command, carryOut: () => Outcome): Outcome {
  const request = "request" in command ? command.request : undefined;
  if (request === undefined || request === null || !("account" in command)) return carryOut();
  const { account } = command;
  const owner = state.accounts[account]!.main;
  const own = state.signedRequests.filter((each) => each.owner === owner);
  const remembered = own.slice(-REMEMBERED).filter(({ at }) => at > state.now - MINUTES * 60_000);
  const known = remembered.find(({ digest }) => digest === request.digest);
  if (known !== undefined) {
    return known.account === account ? { ...known.outcome, replayed: true } : { rejection: "duplicate" };
  }
  const forgotten = own.filter((each) => !remembered.includes(each));
  if (forgotten.some(({ signedAt }) => request.signedAt <= signedAt)) return { rejection: "duplicate" };
  const outcome = carryOut();
  state.signedRequests.push({ ...request, owner, account, at: state.now, outcome });
  return outcome;
}
