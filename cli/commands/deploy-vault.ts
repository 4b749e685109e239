// `evermark deploy-vault`: deploys timelock and vault on a chain. It first shows what it would do; with `--yes` it does
// that, checks the deployed contracts, and prints what to write into the configuration. Vault 4.

import { type Deployment, type DeploymentPlan, deployVault, planDeployment } from "@evermark/contracts";
import { dangersOfAttesters } from "@evermark/venue/chain/custody/attester-safety.ts";
import { dangersOfVault } from "@evermark/venue/chain/custody/custody-safety.ts";
import { readVaultFacts } from "@evermark/venue/chain/custody/vault-facts.ts";
import { JsonRpcNode } from "@evermark/venue/chain/rpc/json-rpc-node.ts";
import { NodeReader } from "@evermark/venue/chain/rpc/node-reader.ts";
import type { Command } from "commander";
import { erc20Abi, type Hex } from "viem";
import { checkedNode, readerOn, walletOn } from "../chain-session.ts";
import { DEPLOYER_KEY_VARIABLE, deployerKey, requireGas } from "../deployer.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { addVaultOptions, linesOfPlan, objectionsTo, type VaultFlags, vaultPlanOf } from "../vault-plan.ts";

interface DeployFlags extends VaultFlags {
  readonly rpc: string;
  readonly keystore?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addDeployVault(program: Command): void {
  const command = program
    .command("deploy-vault")
    .description("deploy a vault and the timelock that owns it to a chain; without --yes, only shows what it would do")
    .requiredOption("--rpc <url>", "a node of the chain")
    .option(
      "--keystore <file>",
      `the key that pays for it (default: ${DEPLOYER_KEY_VARIABLE}); it has no rights afterwards`,
    );
  addVaultOptions(command).option("--yes", "do it").option("--json", "print JSON").action(run);
}

async function run(flags: DeployFlags): Promise<void> {
  const url = checkedNode(flags.rpc);
  if (flags.token === undefined && flags.testToken !== true) {
    throw new CommandMistake(
      "token: not given; expected the USDC contract of the chain, or --test-token to try it out",
    );
  }
  const wallet = walletOn(url, await deployerKey(flags));
  const reader = readerOn(url);
  if (flags.token !== undefined) await requireToken(reader, flags.token);
  const { address: deployer } = wallet.account;
  const [chainId, nonce] = await Promise.all([
    reader.getChainId(),
    reader.getTransactionCount({ address: deployer, blockTag: "pending" }),
  ]);
  const plan = await planDeployment(reader, deployer, vaultPlanOf(flags, { chainId, deployer, nonce }));
  const isOneKey = flags.oneKey === true;
  const objections = objectionsTo(plan, isOneKey);
  const lines = linesOfPlan(plan, "of the chain's coin");
  if (objections.length > 0) {
    throw new CommandMistake(`a production venue would not start with this vault: ${objections.join("; ")}`);
  }
  if (flags.yes !== true) {
    return print(
      { data: dataOf(plan), lines: [...lines, "", "Nothing was sent. To deploy it, run the same command with --yes"] },
      flags.json,
    );
  }
  if (flags.json !== true) process.stdout.write(`${lines.join("\n")}\n\n`);
  await requireGas(reader, plan);
  const deployment = await deployVault(wallet, reader, plan);
  await requireSafe(url, plan, isOneKey);
  const configuration = [...configurationOf(plan, deployment, url), ...(isOneKey ? ["one_key = true"] : [])];
  const data = { ...dataOf(plan), block: Number(deployment.block), transactions: deployment.transactions };
  print({ data, lines: ["The vault is deployed. For evermark.toml:", ...configuration] }, flags.json);
}

/** @throws {CommandMistake} */
async function requireToken(reader: ReturnType<typeof readerOn>, token: Hex): Promise<void> {
  const code = await reader.getCode({ address: token });
  if (code === undefined) throw new CommandMistake(`token: there is no contract at ${token}`);
  const decimals = await reader
    .readContract({ address: token, abi: erc20Abi, functionName: "decimals" })
    .catch(() => undefined);
  if (decimals !== 6)
    throw new CommandMistake(`token: ${token} has ${decimals ?? "no"} decimals; expected USDC, which has 6`);
}

/** Checks the deployed contract's own state, not what was sent. @throws {CommandMistake} */
async function requireSafe(url: string, { vault, chainId, terms }: DeploymentPlan, isOneKey: boolean): Promise<void> {
  const { brokers, domainName: withdrawDomainName } = terms;
  const reader = new NodeReader(new JsonRpcNode(url));
  const facts = await readVaultFacts(reader, { vault, token: "USDC", brokers });
  const operator = terms.operator.toLowerCase() as Hex;
  const venue = {
    nodes: [url],
    chainId,
    vault,
    confirmations: 1,
    withdrawDomainName,
    withdrawFee: 0,
    brokers,
    operator,
    ...{ signerUrl: null, signerProof: null },
  };
  const found = [...dangersOfVault(venue, facts), ...(facts === null ? [] : dangersOfAttesters({ isOneKey }, facts))];
  const dangers = found.filter(({ stops }) => stops);
  if (dangers.length > 0)
    throw new CommandMistake(`do not use the vault at ${vault}: ${dangers.map(({ text }) => text).join("; ")}`);
}

function configurationOf({ terms, chainId, vault }: DeploymentPlan, { block }: Deployment, url: string): string[] {
  return [
    "[chain]",
    `id = ${chainId}`,
    `rpc = ${JSON.stringify(url)}  # three from different operators are better, separated by commas`,
    `vault = "${vault.toLowerCase()}"`,
    `deployed_block = ${block}`,
    "confirmations = 12",
    `withdraw_domain = ${JSON.stringify(terms.domainName)}`,
    `operator_address = "${terms.operator.toLowerCase()}"`,
  ];
}

function dataOf({ chainId, deployer, vault, timelock, tokens, gas, cost }: DeploymentPlan) {
  return { chain_id: chainId, deployer, vault, timelock, token: tokens.USDC, gas: Number(gas), cost: String(cost) };
}
