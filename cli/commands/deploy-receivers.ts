// `evermark deploy-receivers`: puts the factory of a treasury's receiver addresses on a chain. First it says what it would do; with
// `--yes` it does that, and says what to write into the configuration. Interface 4.9.

import {
  CREATE2_DEPLOYER,
  deployReceiverFactory,
  planReceiverFactory,
  type ReceiverFactoryPlan,
} from "@evermark/contracts";
import { isKnownTestAddress } from "@evermark/venue/chain/keys/known-keys.ts";
import type { Command } from "commander";
import { type Address, formatEther, type Hex, zeroAddress } from "viem";
import { checkedNode, readerOn, walletOn } from "../chain-session.ts";
import { DEPLOYER_KEY_VARIABLE, deployerKey, requireGas } from "../deployer.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { address } from "../vault-plan.ts";

interface DeployFlags {
  readonly rpc: string;
  readonly treasury: Address;
  readonly keystore?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addDeployReceivers(program: Command): void {
  program
    .command("deploy-receivers")
    .description("put the factory of addresses for deposits on a chain; without --yes only says what it would do")
    .requiredOption("--rpc <url>", "a node of the chain")
    .requiredOption("--treasury <address>", "where all that is deposited goes; it can't be changed", address)
    .option("--keystore <file>", `the key that pays for it (default: ${DEPLOYER_KEY_VARIABLE}); any key will do`)
    .option("--yes", "do it")
    .option("--json", "print JSON")
    .action(run);
}

async function run(flags: DeployFlags): Promise<void> {
  const url = checkedNode(flags.rpc);
  requireTreasury(flags.treasury);
  const wallet = walletOn(url, await deployerKey(flags));
  const reader = readerOn(url);
  const plan = await planReceiverFactory(reader, wallet.account.address, flags.treasury);
  if (!plan.isThere && !plan.hasCreate2) {
    throw new CommandMistake(
      `chain ${plan.chainId} has no CREATE2 deployer at ${CREATE2_DEPLOYER}, without which the addresses would be others`,
    );
  }
  const lines = linesOfPlan(plan);
  if (flags.yes !== true && !plan.isThere) {
    const last = ["", "Nothing was sent. To do it: the same with --yes"];
    return print({ data: dataOf(plan), lines: [...lines, ...last] }, flags.json);
  }
  if (flags.json !== true) process.stdout.write(`${lines.join("\n")}\n\n`);
  const firstBlock = Number(await reader.getBlockNumber());
  if (!plan.isThere) {
    await requireGas(reader, plan);
    await deployReceiverFactory(wallet, reader, flags.treasury);
  }
  const configuration = configurationOf(plan, firstBlock, url);
  const data = { ...dataOf(plan), first_block: firstBlock };
  print({ data, lines: ["The factory is there. For evermark.toml:", ...configuration] }, flags.json);
}

/** @throws {CommandMistake} */
function requireTreasury(treasury: Address): void {
  if (treasury === zeroAddress) throw new CommandMistake("treasury: it is the zero address; expected one of your own");
  if (isKnownTestAddress(treasury.toLowerCase() as Hex)) {
    throw new CommandMistake(
      `treasury: the key of ${treasury} is publicly known, a test key; expected one of your own`,
    );
  }
}

function linesOfPlan({ chainId, deployer, factory, treasury, isThere, gas, cost }: ReceiverFactoryPlan): string[] {
  return [
    `chain        ${chainId}`,
    `factory      ${factory}${isThere ? ", which is there already" : ""}: has no owner and no key`,
    `treasury     ${treasury}: gets all that is deposited, and can't be changed`,
    ...(isThere
      ? []
      : [
          `deployer     ${deployer}; it can do nothing afterwards`,
          `costs        at most ${formatEther(cost)} of the chain's coin (${gas} gas)`,
        ]),
  ];
}

function configurationOf({ chainId, factory, treasury }: ReceiverFactoryPlan, firstBlock: number, url: string) {
  return [
    "[chain]",
    `receiver_factory = "${factory.toLowerCase()}"`,
    `receiver_treasury = "${treasury.toLowerCase()}"`,
    "",
    "[[chain.receiver_chains]]",
    `id = ${chainId}`,
    `rpc = [${JSON.stringify(url)}]  # better three, of different operators`,
    `first_block = ${firstBlock}`,
  ];
}

function dataOf({ chainId, deployer, factory, treasury, isThere, gas, cost }: ReceiverFactoryPlan) {
  const figures = { gas: Number(gas), cost: String(cost) };
  return { chain_id: chainId, deployer, factory, treasury, is_there: isThere, ...figures };
}
