// `evermark deploy-receivers`: deploys the factory of a treasury's receiver addresses on a chain, and sweeps one of
// them as a trial. It first shows what it would do; with `--yes` it does that, and prints what to write into the
// configuration. Interface 4.9.

import {
  CREATE2_DEPLOYER,
  deployReceiverFactory,
  depositReceiverAbi,
  planReceiverFactory,
  type ReceiverFactoryPlan,
  trySweep,
} from "@evermark/contracts";
import { isKnownTestAddress } from "@evermark/venue/chain/keys/known-keys.ts";
import { TrialSweep } from "@evermark/venue/chain/receivers/trial-sweep.ts";
import { JsonRpcNode } from "@evermark/venue/chain/rpc/json-rpc-node.ts";
import { NodeReader } from "@evermark/venue/chain/rpc/node-reader.ts";
import type { Command } from "commander";
import { type Address, BaseError, formatEther, type Hex, zeroAddress } from "viem";
import { checkedNode, readerOn, walletOn } from "../chain-session.ts";
import { DEPLOYER_KEY_VARIABLE, deployerKey, requireGas } from "../deployer.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { address } from "../vault-plan.ts";

interface DeployFlags {
  readonly rpc: string;
  readonly treasury: Address;
  readonly factory?: Address;
  readonly trialToken?: Address;
  readonly keystore?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addDeployReceivers(program: Command): void {
  program
    .command("deploy-receivers")
    .description("deploy the factory of deposit addresses to a chain; without --yes, only shows what it would do")
    .requiredOption("--rpc <url>", "a node of the chain")
    .requiredOption("--treasury <address>", "address that receives all deposits; it can't be changed", address)
    .option("--factory <address>", "a factory that is already deployed; only the trial is made", address)
    .option(
      "--trial-token <address>",
      "token to sweep in the trial; the key must hold some (default: the chain's own coin)",
      address,
    )
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
  const plan = await planOf(reader, wallet.account.address, flags);
  const trial = new TrialSweep(new NodeReader(new JsonRpcNode(url)), plan.factory.toLowerCase() as Hex);
  const isProven = plan.isThere && (await trial.wasMade());
  const lines = linesOfPlan(plan, isProven, flags.trialToken ?? null);
  if (flags.yes !== true && !isProven) {
    const last = ["", "Nothing was sent. To deploy it, run the same command with --yes"];
    return print({ data: dataOf(plan, isProven), lines: [...lines, ...last] }, flags.json);
  }
  if (flags.json !== true) process.stdout.write(`${lines.join("\n")}\n\n`);
  const firstBlock = Number(await reader.getBlockNumber());
  if (!plan.isThere) {
    await requireGas(reader, plan);
    await deployReceiverFactory(wallet, reader, flags.treasury);
  }
  if (!isProven) await makeTrial(wallet, reader, { factory: plan.factory, token: flags.trialToken ?? null }, trial);
  const configuration = configurationOf(plan, firstBlock, url);
  const data = { ...dataOf(plan, true), first_block: firstBlock };
  print(
    { data, lines: ["The factory is deployed, and the trial succeeded. For evermark.toml:", ...configuration] },
    flags.json,
  );
}

type Reader = ReturnType<typeof readerOn>;
type Wallet = ReturnType<typeof walletOn>;

/** @throws {CommandMistake} */
async function planOf(
  reader: Reader,
  deployer: Address,
  { treasury, factory }: DeployFlags,
): Promise<ReceiverFactoryPlan> {
  const plan = await planReceiverFactory(reader, deployer, treasury);
  if (factory !== undefined) {
    const at = { address: factory, abi: depositReceiverAbi, functionName: "treasury" } as const;
    const goesTo = await reader.readContract(at).catch(() => null);
    if (goesTo?.toLowerCase() === treasury.toLowerCase()) return { ...plan, factory, isThere: true, gas: 0n, cost: 0n };
    throw new CommandMistake(`factory: ${factory} sweeps to ${goesTo ?? "no address"}, expected ${treasury}`);
  }
  if (plan.isThere || plan.hasCreate2) return plan;
  throw new CommandMistake(
    `chain ${plan.chainId} has no CREATE2 deployer at ${CREATE2_DEPLOYER}, without which the addresses would differ`,
  );
}

/** @throws {CommandMistake} when the trial sweep fails or has deployed no proxy */
async function makeTrial(
  wallet: Wallet,
  reader: Reader,
  what: { readonly factory: Address; readonly token: Address | null },
  trial: TrialSweep,
): Promise<void> {
  try {
    await trySweep(wallet, reader, what, trial.address);
  } catch (error) {
    const why = error instanceof BaseError ? error.shortMessage : (error as Error).message;
    const more = what.token === null ? "; if the treasury does not accept coin, name a token with --trial-token" : "";
    throw new CommandMistake(`the factory is at ${what.factory}, but the trial sweep failed: ${why}${more}`);
  }
  if (!(await trial.wasMade())) {
    throw new CommandMistake(
      `the trial sweep deployed no proxy at ${trial.address}: do not accept deposits on this chain`,
    );
  }
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

function linesOfPlan(
  { chainId, deployer, factory, treasury, isThere, gas, cost }: ReceiverFactoryPlan,
  isProven: boolean,
  token: Address | null,
): string[] {
  const smallest = token === null ? "wei of the chain's coin" : `unit of ${token}`;
  return [
    `chain        ${chainId}`,
    `factory      ${factory}${isThere ? ", already deployed" : ""}: has no owner and no key`,
    `treasury     ${treasury}: receives all deposits, and can't be changed`,
    ...(isThere
      ? []
      : [
          `deployer     ${deployer}; it has no rights afterwards`,
          `costs        at most ${formatEther(cost)} of the chain's coin (${gas} gas)`,
        ]),
    `trial        ${isProven ? "an address was swept to the treasury" : `one ${smallest} is sent to an address and swept; about 130,000 gas`}`,
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
    `rpc = [${JSON.stringify(url)}]  # three from different operators are better`,
    `first_block = ${firstBlock}`,
  ];
}

function dataOf({ chainId, deployer, factory, treasury, isThere, gas, cost }: ReceiverFactoryPlan, isProven: boolean) {
  const figures = { gas: Number(gas), cost: String(cost) };
  return { chain_id: chainId, deployer, factory, treasury, is_there: isThere, is_proven: isProven, ...figures };
}
