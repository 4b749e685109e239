// `evermark doctor`: checks everything that a public venue needs of its machine and its configuration. It changes
// nothing, and may be run while a venue is running.

import { existsSync } from "node:fs";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { openFilesMax } from "@evermark/venue/http/door/capacity.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { checkAttesters, checkFormerVaults, checkKey, checkNodes } from "../doctor/chain-check.ts";
import { checkClock, kernelClock } from "../doctor/clock-check.ts";
import { checkDisk, tryDisk } from "../doctor/disk-check.ts";
import { type Finding, failed, lineOf } from "../doctor/finding.ts";
import { checkHistory } from "../doctor/history-check.ts";
import { checkSources } from "../doctor/source-check.ts";
import { checkTokens } from "../doctor/token-check.ts";
import { checkBackup, checkOpenFiles, checkPrices, checkProxies, checkReaders } from "../doctor/venue-check.ts";
import { print } from "../report.ts";

export function addDoctor(program: Command): void {
  const command = program
    .command("doctor")
    .description(
      "check what a venue that is open to the public needs: clock, disk, limits, price sources, chain, keys, proxies, backup",
    )
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(values: FlagValues): Promise<void> {
  const findings = await examine(configurationFrom(values));
  print({ data: findings, lines: findings.map(lineOf) }, values.json === true);
  if (findings.some(({ state }) => state === "failed")) process.exitCode = 1;
}

async function examine(configuration: Configuration): Promise<Finding[]> {
  const now = Date.now();
  return [
    checkClock(kernelClock()),
    ...diskOf(configuration),
    checkReaders(configuration),
    checkHistory(configuration),
    checkOpenFiles(openFilesMax()),
    checkPrices(configuration),
    ...(await checkSources(configuration)),
    ...(await checkNodes(configuration, now)),
    ...(await checkFormerVaults(configuration)),
    checkKey(configuration.chain, process.env),
    checkAttesters(configuration),
    ...checkTokens(configuration),
    checkProxies(configuration),
    await checkBackup(configuration, now),
  ];
}

function diskOf({ dataDirectory }: Configuration): Finding[] {
  if (!existsSync(dataDirectory)) {
    return [
      failed("disk", `${dataDirectory} does not exist`, "mount its disk, or create it before the venue's first start"),
    ];
  }
  try {
    return checkDisk(tryDisk(dataDirectory));
  } catch (error) {
    return [failed("disk", `${dataDirectory} can't be written (${(error as Error).message})`, "check the disk")];
  }
}
