// Looks up a builder by its id. Builders are few, so a scan will do.

import type { State } from "../memory/state.ts";

/** @returns its number, NONE when there is none */
export function findBroker(state: State, brokerId: string): number {
  return state.brokers.findIndex((broker) => broker.id === brokerId);
}
