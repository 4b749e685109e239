// Builders are few, and found by their name.

import type { State } from "../memory/state.ts";

/** @returns its number, NONE when there is none */
export function findBroker(state: State, brokerId: string): number {
  return state.brokers.findIndex((broker) => broker.id === brokerId);
}
