import { expect, test } from "bun:test";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "./configuration-options.ts";

function configurationOf(...args: string[]): Configuration {
  const command = addConfigurationOptions(new Command());
  command.exitOverride().parse(args, { from: "user" });
  return configurationFrom(command.opts<FlagValues>());
}

test("every key of the table is a flag", () => {
  const configuration = configurationOf(
    "--port",
    "0",
    "--no-demo",
    "--prices",
    "manual",
    "--chain",
    "off",
    "--journal-segment-bytes",
    "65536",
    "--limits-private-connections-per-account",
    "7",
  );
  expect(configuration).toMatchObject({
    port: 0,
    demo: false,
    prices: "manual",
    journal: { segmentBytes: 65_536 },
    limits: { privateConnectionsPerAccount: 7 },
  });
});

test("a switch works both ways, and is left to the file when it is not given", () => {
  expect(configurationOf("--journal-prune").journal.prune).toBe(true);
  expect(configurationOf("--no-journal-prune").journal.prune).toBe(false);
  expect(configurationOf().demo).toBe(true);
});

test("a mistake names the flag", () => {
  expect(() => configurationOf("--port", "http")).toThrow(
    'port: "http" (--port); expected a whole number from 0 to 65535',
  );
});
