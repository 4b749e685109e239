// Makes `reference/commands.md`: the commands of the `evermark` program, from the program's own declarations.

import { evermarkProgram } from "@evermark/cli";
import { cell } from "@evermark/interface/documents/json-schema.ts";
import { flagOf, KEY_NAMES } from "@evermark/venue/configuration/configuration-keys.ts";
import type { Argument, Command, Option } from "commander";

const { commands } = await evermarkProgram();

export function commandsPage(): string {
  return `# Commands

Run \`npx evermark <command>\` in the repository. \`npm start -- <flags>\` is the same as \`npx evermark start <flags>\`. A command
exits with 0, or with 1 and one line on standard error that says what went wrong; \`--json\` prints the data for programs. Commands
that trade read \`EVERMARK_URL\`, \`EVERMARK_ACCOUNT_ID\` and \`EVERMARK_API_SECRET\` from the environment or from \`.env\` in the
working directory, where \`onboard\` writes them.

${commands.map(section).join("\n\n")}
`;
}

function section(command: Command): string {
  const names = command.registeredArguments.map(argumentText);
  const usage = ["npx evermark", command.name(), ...names].join(" ");
  return [`## ${command.name()}`, `\`${usage}\``, `${sentence(command.description())}.`, ...optionsOf(command)].join(
    "\n\n",
  );
}

const VENUES_OWN: ReadonlySet<string> = new Set(
  KEY_NAMES.map(flagOf).flatMap((flag) => [flag, flag.replace("--", "--no-")]),
);

/** The venue's own flags are left out, because they have their own page. */
function optionsOf(command: Command): string[] {
  const isVenues = command.options.some(({ long }) => long === "--config");
  const options = command.options.filter(({ long }) => !VENUES_OWN.has(long ?? ""));
  const lines = options.map(line);
  const table = `| Flag | Meaning |\n|---|---|\n${lines.join("\n")}`;
  return isVenues ? [table, "And every flag of the [configuration](configuration.md)."] : [table];
}

function line({ flags, description, defaultValue, defaultValueDescription, argChoices }: Option): string {
  const more = [
    ...(argChoices === undefined ? [] : [`one of ${argChoices.join(", ")}`]),
    ...(defaultValue === undefined ? [] : [`default \`${defaultValueDescription ?? String(defaultValue)}\``]),
  ];
  return `| \`${flags}\` | ${cell([description, ...more].join("; "))} |`;
}

function argumentText(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
