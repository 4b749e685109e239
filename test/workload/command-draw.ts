// Draws a command from its declaration: each field by its unit and within its bounds, and fields that name something
// from what exists. So every declared command is drawn; relations between its fields are in command-shapes.ts.

import { DECLARATIONS, type Field, type FieldTable, MARKET_PARAMETERS } from "@evermark/engine";
import { edgesOf } from "@evermark/engine/testing/field-edges.ts";
import { SHAPES } from "./command-shapes.ts";
import { FIGURES, WORDS } from "./command-texts.ts";
import type { CommandType, Draft } from "./drawn-command.ts";
import { isAboutNothing, knownBy } from "./known.ts";
import type { Situation } from "./situation.ts";

type Drawn = Record<string, unknown>;

const E8 = 100_000_000;
const MINUTE_MS = 60_000;
/**
 * How many of a thousand commands get one wrong or foreign field, when the engine plays alone: the model knows only
 * some of the checks that precede the engine, and of their order.
 */
const FLAWED = 150;
/** Commands that are never flawed in front of the model, because it knows only some of their checks, or another order. */
export const WHOLE: ReadonlySet<CommandType> = new Set([
  "list_market",
  "set_market_rules",
  "request_vault_operation",
  "top_up_insurance",
]);
const NAMED = 920;
const LENGTH_MAX = 3;
/** The longest text or list that is drawn beyond its bound. */
const LONGEST = 5_000;

/** How numbers of a unit are drawn, where their bounds do not decide. */
const UNITS: Readonly<Record<string, (situation: Situation, draft: Drawn) => number>> = {
  account: (situation) => situation.someone(),
  market: (situation) => situation.someMarket(),
  builder: ({ dice, engine }) => dice.below(engine.brokerIds.length),
  id: ({ dice }) => dice.between(0, 12),
  "price in 10⁻⁸": (situation, draft) => situation.around(marketIn(draft)),
  "quantity in 10⁻⁸": (situation, draft) => situation.size(marketIn(draft)),
  "micros of USDC": ({ dice }) => dice.pick([1, 1_000_000, 1_234_567, 90_000_000, 50_000_000_000]),
  "milliseconds since 1970": ({ dice, now }) => now + dice.pick([-MINUTE_MS, -1, 0, 1, 5_000, MINUTE_MS, 600_000]),
  "rate in 10⁻⁵": ({ dice }) => dice.pick([0, 1, 5, 10, 25, 30, 30, 45, 60, 60, 100, 400, 1_000]),
  "fraction in 10⁻⁸": ({ dice }) => dice.pick([0, 10_000_000, 30_000_000, 66_666_667, E8]),
};

const PARAMETERS: ReadonlySet<string> = new Set(MARKET_PARAMETERS.map(({ field }) => field));

/** Mostly draws nothing when nothing exists that the command could name. */
export function draw(situation: Situation, type: CommandType): readonly Draft[] {
  const { fields } = DECLARATIONS[type];
  if (isAboutNothing(situation, type, Object.keys(fields)) && situation.dice.chance(NAMED)) return [];
  const consistentDraft = consistent(situation, type);
  if (!situation.hasStrangers || !situation.dice.chance(FLAWED)) return consistentDraft;
  const last = consistentDraft.at(-1)! as unknown as Drawn;
  return [...consistentDraft.slice(0, -1), flawed(situation, type, fields, last) as unknown as Draft];
}

function consistent(situation: Situation, type: CommandType): readonly Draft[] {
  const drawn = { type, ...record(situation, type, DECLARATIONS[type].fields, {}) } as unknown as Draft;
  const shape = SHAPES[type] as ((situation: Situation, draft: Draft) => Draft | readonly Draft[]) | undefined;
  const shaped = shape?.(situation, drawn) ?? drawn;
  return "type" in shaped ? [shaped] : shaped;
}

/** Fields that name something decide the fields that follow from it. */
function record(situation: Situation, type: string, table: FieldTable, around: Drawn): Drawn {
  const { dice } = situation;
  const follows: Drawn = {};
  for (const name of Object.keys(table)) {
    const named = dice.chance(NAMED) ? situation.among(knownBy(situation, type, name) ?? []) : undefined;
    if (named !== undefined) Object.assign(follows, named);
  }
  const drawn: Drawn = {};
  for (const [name, field] of Object.entries(table)) {
    drawn[name] =
      name in follows ? follows[name] : value(situation, `${type}.${name}`, name, field, { ...around, ...drawn });
  }
  return drawn;
}

function value(situation: Situation, path: string, name: string, field: Field, draft: Drawn): unknown {
  const { dice } = situation;
  const { bytes, unit } = field;
  if (PARAMETERS.has(name)) return null;
  // Its declaration says so where a field may name none, or all.
  if (field.meaning.startsWith("-1") && dice.chance(300)) return -1;
  if (bytes === "f64" || bytes === "i32")
    return (FIGURES[name] ?? UNITS[unit])?.(situation, draft) ?? bounded(situation, field);
  if (bytes === "bool") return dice.chance(500);
  if (bytes === "text") return (WORDS[path] ?? WORDS[name])?.(situation, draft) ?? "A".repeat(length(field));
  if (bytes === "texts") return [];
  if (bytes === "parameters") return undefined;
  if ("optional" in bytes)
    return dice.chance(500) ? null : value(situation, path, name, { ...field, bytes: bytes.optional }, draft);
  const type = path.slice(0, path.indexOf("."));
  if ("record" in bytes) return record(situation, type, bytes.record, draft);
  if (!("list" in bytes)) return dice.pick(bytes);
  const items = Array.from({ length: dice.between(field.least ?? 0, LENGTH_MAX) }, () =>
    record(situation, type, bytes.list, draft),
  );
  return items;
}

/** Within the bounds, more often than not near the lower one. */
function bounded({ dice }: Situation, { least = 0, most = 100, or = [] }: Field): number {
  if (or.length > 0 && dice.chance(300)) return dice.pick(or);
  return dice.chance(700)
    ? dice.between(least, Math.min(most, least + 4))
    : dice.between(least, Math.min(most, 1_000_000));
}

function length({ least = 0, most = 9 }: Field): number {
  return Math.max(least, Math.min(most, 9));
}

function marketIn({ market }: Drawn): number {
  return typeof market === "number" && market > 0 ? market : 0;
}

/**
 * Replaces one field of a record, or of a record within it: at an edge of its bounds, a step off, or drawn
 * independently.
 */
function flawed(situation: Situation, type: string, table: FieldTable, draft: Drawn): Drawn {
  // A list is chosen in proportion to the number of its items' fields.
  const names = Object.entries(table).flatMap(([name, { bytes }]) =>
    typeof bytes === "object" && "list" in bytes ? Object.keys(bytes.list).map(() => name) : [name],
  );
  const name = situation.among(names);
  return name === undefined
    ? draft
    : { ...draft, [name]: wrong(situation, { type, name, field: table[name]!, of: draft }) };
}

function wrong(
  situation: Situation,
  { type, name, field, of }: { type: string; name: string; field: Field; of: Drawn },
): unknown {
  const { dice } = situation;
  const { bytes } = field;
  const now = of[name];
  const reopened = () => value(situation, `${type}.${name}`, name, field, of);
  const strangers = STRANGERS[field.unit];
  if (strangers !== undefined)
    return situation.hasStrangers && dice.chance(700) ? dice.pick(strangers(situation)) : reopened();
  if (typeof bytes === "object" && "list" in bytes && Array.isArray(now) && now.length > 0) {
    const length = dice.chance(200) ? situation.among(edgesOf(field).filter((n) => n >= 0 && n <= LONGEST)) : undefined;
    if (length !== undefined) return Array.from({ length }, (_, n) => now[n % now.length]);
    return now.with(0, flawed(situation, type, bytes.list, now[0]));
  }
  if (typeof now === "number" && dice.chance(300)) return now + dice.pick([1, 7]);
  const edge = situation.among(edgesOf(field));
  if (edge === undefined || dice.chance(200)) return reopened() ?? now;
  if (typeof now === "number") return edge;
  const isText = bytes === "text" || (typeof bytes === "object" && "optional" in bytes && bytes.optional === "text");
  return isText && edge >= 0 && edge <= LONGEST ? "A".repeat(edge) : (reopened() ?? now);
}

/** Numbers that name nothing. */
const STRANGERS: Readonly<Record<string, (situation: Situation) => readonly number[]>> = {
  account: ({ accounts }) => [-1, accounts],
  market: ({ markets }) => [-1, markets],
  builder: ({ engine }) => [-1, engine.brokerIds.length],
};
