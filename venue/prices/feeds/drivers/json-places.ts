// A source with JSON that needs no code: the configuration says where its members are, as names and numbers with dots
// between them, such as `data.0.bid`.

import type { JsonPlaces } from "../../../configuration/price-sources.ts";
import { type Conversation, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { membersOf, millisOf } from "../frames/members.ts";

/** A driver for a connection that carries one pair. @param subscription sent when the connection is open */
export function jsonDriver(url: string, places: JsonPlaces, subscription: readonly string[]): Driver {
  return {
    url,
    pairsMax: 1,
    sendsPerSecond: 5,
    connectEveryMs: 1_000,
    converse: ([pair = ""]) => ({ greeting: () => subscription, read: readerOf(places, pair) }),
  };
}

/** Messages about another pair, or without any of the prices, are ignored. */
export function readerOf(places: JsonPlaces, pair: string): Conversation["read"] {
  const at = (message: unknown, place: string | null): unknown =>
    place === null ? undefined : memberAt(message, place);
  return (message): Reading => {
    if (places.pair !== null && at(message, places.pair) !== pair) return NOTHING;
    const [bid, ask, last] = [places.bid, places.ask, places.last].map((place) => at(message, place));
    if (bid === undefined && ask === undefined && last === undefined) return NOTHING;
    return { quotes: [{ pair, bid, ask, last, at: places.time === null ? null : millisOf(at(message, places.time)) }] };
  };
}

function memberAt(message: unknown, place: string): unknown {
  return place.split(".").reduce<unknown>((value, name) => {
    const members = membersOf(value);
    return Object.hasOwn(members, name) ? members[name] : undefined;
  }, message);
}
