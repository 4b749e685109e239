// JSON of a source that needs no code: where its members stand is said in the configuration, as names and numbers with dots
// between them, such as `data.0.bid`.

import type { JsonPlaces } from "../../../configuration/price-sources.ts";
import { type Conversation, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { membersOf, millisOf } from "../frames/members.ts";

/** Of a connection that carries one pair. @param subscription sent when it is open */
export function jsonDriver(url: string, places: JsonPlaces, subscription: readonly string[]): Driver {
  return {
    url,
    pairsMax: 1,
    sendsPerSecond: 5,
    connectEveryMs: 1_000,
    converse: ([pair = ""]) => ({ greeting: () => subscription, read: readerOf(places, pair) }),
  };
}

/** Messages that are about another pair, or have none of the prices, say nothing. */
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
