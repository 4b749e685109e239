// Finds the ways to play collected histories that are worth keeping: `bun find.program.ts FROM TO`, where both are
// files of JSON.

import { readFileSync, writeFileSync } from "node:fs";
import { seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { outcomeOf } from "./history-outcome.ts";
import { courseOf, type RecordedHistory } from "./kept-histories.ts";
import { SeenCounts, waysOf } from "./ways.ts";

const [, , from, to] = process.argv;
const seen = new SeenCounts();
const random = seededRandom(1);

const found = (JSON.parse(readFileSync(from!, "utf8")) as RecordedHistory[]).map(({ behaviour, start, commands }) => {
  const course = courseOf({ start, commands });
  const ways = [...waysOf(course, behaviour, random, seen)];
  return { start, commands, plays: ways.map((way) => ({ ...way, outcome: outcomeOf(course, way) })) };
});
writeFileSync(to!, JSON.stringify(found.filter(({ plays }) => plays.length > 0)));
