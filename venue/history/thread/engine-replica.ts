// History's own engine: the same code on the same commands emits the same events as the venue's engine did.

import { type Answer, type ByteSource, type Command, decodeCommand, Engine } from "@evermark/engine";
import { dayOf } from "../../sums/candle-sums.ts";
import type { JournalListener } from "../records/projector.ts";
import type { Replica } from "./journal-projector.ts";

/** @param state an engine's snapshot; a new engine without it. @returns null for a format that is no longer supported */
export function engineReplica(state: ByteSource | undefined): Replica | null {
  const engine = state === undefined ? Engine.atBeginning() : Engine.restoreFrom(state);
  if (engine === null) return null;
  return {
    apply(payload, listener) {
      applyDayByDay(engine, decodeCommand(payload), listener);
    },
    market: (market) => engine.market(market),
    account: (account) => engine.account(account),
    get accountCount() {
      return engine.accountCount;
    },
    get now() {
      return engine.now;
    },
    balance: (account) => engine.balance(account),
    holders: () => engine.holders(),
    userId: (account) => engine.userId(account),
    accountsIn: (market) => engine.accountsIn(market),
    positions: (account) => engine.positions(account),
    leverage: (account, market, marginMode) => engine.leverage(account, market, marginMode),
  };
}

/** Applies a command; before the first command of a later day it reports that the day is over. */
export function applyDayByDay(engine: Engine, command: Command, listener: JournalListener): Answer {
  const today = dayOf(engine.now);
  if (dayOf(command.at) > today) listener.dayEnded(today);
  return engine.apply(command, listener);
}
