// `evermark attest`: on another machine, follows a venue's journal, replays it, and signs the payments that its own
// replay shows as pending.

import { startAttester } from "@evermark/venue/chain/attesters/following/attester.ts";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { createProcessLog } from "@evermark/venue/operation/reports/log.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { keyOfKeystore } from "../secret.ts";
import { listenForEnd, listenForHangUp } from "../signals.ts";

export function addAttest(program: Command): void {
  const command = program
    .command("attest")
    .description(
      "follow a venue's journal on a separate machine, and sign the payments that are pending in its own engine",
    )
    .argument(
      "<urls...>",
      "the venue's address for attesters, such as wss://venue.example:8197; for several nodes, the address of each",
    )
    .requiredOption("--keystore <file>", "file with the attester's key; `evermark keystore` makes one")
    .addHelpText(
      "after",
      "\nIt uses only these settings: data, log_level, log_file and, of the chain, rpc, vault, former_vaults, id and withdraw_domain.",
    );
  addConfigurationOptions(command).action(run);
}

async function run(urls: readonly string[], values: FlagValues): Promise<void> {
  const configuration = configurationFrom(values);
  const { chain, chainId, dataDirectory, withdrawDomainName: domainName, journal } = configuration;
  const { nodes, vault } = requireChain(chain);
  const formers = chain.formerVaults.map((former) => former.vault);
  const { log, reopen } = createProcessLog(configuration);
  const attester = await startAttester({
    ...{ urls: urls.map(requireDoor), dataDirectory, domainName, nodes, log },
    key: await keyOfKeystore(String(values.keystore)),
    ...{ vault: { chainId, vault }, formers },
    snapshotEvery: journal.snapshotEveryCommands,
  });
  listenForHangUp(reopen);
  process.stdout.write(`attesting as ${attester.address}, from position ${attester.position}\n`);
  void listenForEnd().then(() => attester.stop());
  await attester.ended;
}

function requireChain({ nodes, vault }: Configuration["chain"]) {
  if (vault !== null && Array.isArray(nodes)) return { nodes: nodes as readonly string[], vault };
  throw new CommandMistake(
    "chain.rpc and chain.vault: expected URLs of nodes that are not the venue's, and the address of its vault",
  );
}

/** The connection carries the venue's whole journal, so it must be encrypted or stay on this machine. */
function requireDoor(given: string): string {
  const url = URL.parse(given);
  const isHere = url !== null && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(url.hostname);
  if (url?.protocol === "wss:" || (url?.protocol === "ws:" && isHere)) return given;
  throw new CommandMistake(
    `${given}: expected wss:// and the venue's address for attesters, or ws://127.0.0.1 and the port of a tunnel to it`,
  );
}
