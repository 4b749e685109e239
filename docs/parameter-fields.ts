// The interface's description of market parameters, made from their declarations in the engine. The interface imports
// no other room, so it can't read the declarations there.

import { join } from "node:path";
import { CHANGEABLE, expectedOf, Fault, MARKET_PARAMETERS, type MarketParameter, placesOf } from "@evermark/engine";

export const PARAMETER_FIELDS_FILE = join(import.meta.dir, "../interface/markets/market-parameters.ts");

/** The maximum length of a source's name in a request. */
const NAME_MAX = 64;

/** The content of `interface/markets/market-parameters.ts`. */
export function parameterFields(): string {
  const shown = MARKET_PARAMETERS.filter((each) => each.shown === true);
  return formatted(`// Made by \`npm run docs\` from engine/language/market-parameters.ts. Changes here are overwritten.

import Type from "typebox";
import { decimalThatIs } from "../rows/shapes.ts";

/** What the row of a market shows of its parameters. */
export const shownParameters = {
${shown.map((each) => `${each.name}: ${shownType(each)}({ description: ${JSON.stringify(each.words)} }),`).join("\n")}
};

/** What an operator may change of a listed market. */
export const changeableParameters = {
${CHANGEABLE.map((each) => `${each.name}: Type.Optional(${changeType(each)}),`).join("\n")}
};
`);
}

function shownType({ unit }: MarketParameter): string {
  if (unit === "symbol") return "Type.String";
  if (unit === "flag") return "Type.Boolean";
  return placesOf(unit) === 0 ? "Type.Integer" : "Type.Number";
}

function changeType(parameter: MarketParameter): string {
  const { unit, words, bounds = {} } = parameter;
  const description = JSON.stringify(`${words}: ${expectedOf(parameter)}`);
  if (unit === "flag") return `Type.Boolean({ description: ${description} })`;
  if (unit === "names") {
    const name = `Type.String({ minLength: 1, maxLength: ${NAME_MAX} })`;
    return `Type.Array(${name}, { minItems: ${bounds.from}, maxItems: ${bounds.upTo}, description: ${description} })`;
  }
  if (placesOf(unit) !== 0) return `decimalThatIs(${description})`;
  const { among, from, upTo } = bounds;
  const [minimum, maximum] = among === undefined ? [from, upTo] : [Math.min(...among), Math.max(...among)];
  return `Type.Integer({ minimum: ${minimum}, maximum: ${maximum}, description: ${description} })`;
}

function formatted(code: string): string {
  const biome = join(import.meta.dir, "../node_modules/.bin/biome");
  const { exitCode, stdout, stderr } = Bun.spawnSync([biome, "format", `--stdin-file-path=${PARAMETER_FIELDS_FILE}`], {
    cwd: join(import.meta.dir, ".."),
    stdin: Buffer.from(code),
  });
  if (exitCode !== 0) throw new Fault("generated code can't be formatted", { why: stderr.toString() });
  return stdout.toString();
}
