// The venue's command-line flags for commander, generated from the table of configuration keys. Design 7.

import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import {
  CONFIGURATION_KEYS,
  type ConfigurationKey,
  fallbackOf,
  flagOf,
  KEY_NAMES,
  type KeyName,
} from "@evermark/venue/configuration/configuration-keys.ts";
import { DEFAULT_FILE } from "@evermark/venue/configuration/configuration-sources.ts";
import { loadConfiguration } from "@evermark/venue/configuration/load.ts";
import type { SharedConfiguration } from "@evermark/venue/configuration/shared-configuration.ts";
import { type Command, Option } from "commander";

/** The values that commander has read, by the camel-case form of each flag. */
export type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

export function addConfigurationOptions(command: Command): Command {
  command.option("--config <file>", `settings (default: ${DEFAULT_FILE} if it exists)`);
  for (const name of KEY_NAMES) {
    const { description, placeholder }: ConfigurationKey<unknown> = CONFIGURATION_KEYS[name];
    const flag = flagOf(name);
    const explained = `${description} (default: ${fallbackText(name)})`;
    if (placeholder !== "") command.addOption(new Option(`${flag} <${placeholder}>`, explained));
    else
      command.addOption(new Option(flag, explained)).addOption(new Option(flag.replace("--", "--no-"), "the opposite"));
  }
  return command;
}

/**
 * @param venue for one of several nodes: the configuration that its venue shares
 * @throws {ConfigurationMistake}
 */
export function configurationFrom(values: FlagValues, venue?: SharedConfiguration): Configuration {
  const flags: Partial<Record<KeyName, string | boolean>> = {};
  for (const name of KEY_NAMES) {
    const value = values[camelCase(flagOf(name))];
    if (value !== undefined) flags[name] = value;
  }
  const { config } = values;
  const file = typeof config === "string" ? { file: config } : {};
  const given = { flags, ...file, environment: process.env, directory: process.cwd() };
  return loadConfiguration(venue === undefined ? given : { ...given, venue });
}

function fallbackText(name: KeyName): string {
  const sandbox = String(fallbackOf(name, "sandbox"));
  const production = String(fallbackOf(name, "production"));
  return sandbox === production ? sandbox : `${sandbox}, in production ${production}`;
}

function camelCase(flag: string): string {
  return flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
