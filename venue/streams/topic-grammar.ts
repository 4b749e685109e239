// Parses the name of a topic. The grammar is built from the declared topics: a name is a pattern with placeholders, and
// each part in a placeholder's place must have its form. Whether such a market or builder exists is checked later.
// Streams 3.1 and 4.

import {
  CHART_INTERVALS,
  TOPIC_INTERVALS,
  type TopicInterval,
  type TopicKey,
  type TopicRow,
  topics,
} from "@evermark/interface/streams/topics.ts";

export interface TopicName {
  readonly key: TopicKey;
  /** As written: `PERP_…`, or `SPOT_…` for an index price; "" when the topic names no market. */
  readonly symbol: string;
  /** "" when the topic names no builder. */
  readonly brokerId: string;
  readonly interval: TopicInterval | "";
}

const ASSETS = "[A-Za-z0-9]+_[A-Za-z0-9]+";
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  symbol: `(?<symbol>PERP_${ASSETS})`,
  index_symbol: `(?<symbol>(?:PERP|SPOT)_${ASSETS})`,
  broker_id: "(?<brokerId>[^$@]+)",
  interval: `(?<interval>${TOPIC_INTERVALS.join("|")})`,
  chart_interval: `(?<interval>${CHART_INTERVALS.join("|")})`,
};

const grammar = (Object.keys(topics) as TopicKey[]).flatMap((key) => {
  const { name, aliases = [] }: TopicRow = topics[key];
  return [name, ...aliases].map((each) => ({ key, pattern: patternOf(each) }));
});

function patternOf(name: string): RegExp {
  const source = name
    .replaceAll("$", "\\$")
    .replace(/<(\w+)>/g, (_, placeholder: string) => PLACEHOLDERS[placeholder] ?? placeholder);
  return new RegExp(`^${source}$`);
}

/** Parses a topic's name; undefined when no topic has this form. Names are case-sensitive. */
export function parseTopicName(text: string): TopicName | undefined {
  for (const { key, pattern } of grammar) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const { symbol = "", brokerId = "", interval = "" } = match.groups ?? {};
    // The pattern accepts only the words of TOPIC_INTERVALS.
    return { key, symbol, brokerId, interval: interval as TopicInterval | "" };
  }
  return undefined;
}
