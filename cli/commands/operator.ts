// `evermark operator`: an operator's actions on a running venue. The actions and their arguments are declared together
// with the sandbox calls that do the same.

import { inputOf, type OperatorAct, operatorActs } from "@evermark/interface/operators/operator-acts.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { askVenue } from "../operator-request.ts";
import { print } from "../report.ts";

const names = Object.keys(operatorActs) as OperatorAct[];

export function addOperator(program: Command): void {
  const command = program
    .command("operator")
    .description("halt markets, announce maintenance, grant tiers, open vaults and the like in a running venue")
    .argument("<act>", names.join(", "))
    .argument("[members...]", "parameters of the act, as name=value; times also as 2026-05-20T10:00Z")
    .option("--json", "print JSON")
    .addHelpText("after", () => `\nActs:\n${names.map(lineOf).join("\n")}`);
  addConfigurationOptions(command).action(run);
}

function lineOf(act: OperatorAct): string {
  return `  ${act} ${membersOf(act).join(" ")}\n    ${operatorActs[act].call.summary}`;
}

/** The names of the arguments; optional ones in brackets. */
function membersOf(act: OperatorAct): string[] {
  const { properties = {}, required = [] } = inputOf(act) as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  return Object.keys(properties).map((name) => (required.includes(name) ? `${name}=…` : `[${name}=…]`));
}

async function run(act: string, words: readonly string[], values: FlagValues): Promise<void> {
  const known = names.find((name) => name === act);
  if (known === undefined) throw new CommandMistake(`act: ${act}; expected one of ${names.join(", ")}`);
  const input = Object.fromEntries(words.map(memberOf));
  const done = await askVenue({ do: known, input }, configurationFrom(values).dataDirectory);
  const lines = Object.entries(done).flatMap(([name, value]) => linesOfMember(name, value));
  print({ data: done, lines: lines.length === 0 ? ["done"] : lines }, values.json === true);
}

/** One line; for a list, one line per row. */
function linesOfMember(name: string, value: unknown): string[] {
  if (!Array.isArray(value)) return [`${name} ${value}`];
  return value.map((row) => `${name} ${Object.values(row).join(" ")}`);
}

/** @throws {CommandMistake} */
function memberOf(word: string): [name: string, value: string] {
  const end = word.indexOf("=");
  if (end < 1) throw new CommandMistake(`${word}: expected name=value`);
  const [name, value] = [word.slice(0, end), word.slice(end + 1)];
  if (!name.endsWith("_time") || /^\d+$/.test(value)) return [name, value];
  const time = Date.parse(value);
  if (Number.isNaN(time)) throw new CommandMistake(`${name}: ${value}; expected a time such as 2026-05-20T10:00Z`);
  return [name, String(time)];
}
