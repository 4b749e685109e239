// Derives the type of a topic's data from its text: `PERP_ETH_USDC@trade` carries trades. Follows from the rows of topics.

import type { TopicData, TopicKey, topics } from "@evermark/interface/streams/topics.ts";

/** A row's name as a pattern of text: `<symbol>@ticker` becomes `${string}@ticker`. */
type PatternOf<Name extends string> = Name extends `${infer Head}<${string}>${infer Tail}`
  ? `${Head}${string}${PatternOf<Tail>}`
  : Name;

type KeyOf<Topic extends string> = {
  [Key in TopicKey]: Topic extends PatternOf<(typeof topics)[Key]["name"]> ? Key : never;
}[TopicKey];

/** The `data` of a topic's frames; `unknown` when the topic's text does not determine it. */
export type DataOfTopic<Topic extends string> = [KeyOf<Topic>] extends [never] ? unknown : TopicData<KeyOf<Topic>>;
