// Checks whether the chain's nodes answer, are on the chain that wallets sign for, and are up to date; and whether
// there is a key that pays withdrawals and that no other user of the machine can read.

import { lstatSync } from "node:fs";
import { JsonRpcNode } from "@evermark/venue/chain/rpc/json-rpc-node.ts";
import { NodeReader } from "@evermark/venue/chain/rpc/node-reader.ts";
import { requireClosed } from "@evermark/venue/chain/vault/closed-vaults.ts";
import { fundsAt } from "@evermark/venue/chain/vault/funds-at-block.ts";
import type { ChainConfiguration, Configuration } from "@evermark/venue/configuration/configuration.ts";
import {
  KEYSTORE_PASSWORD_FD_VARIABLE,
  KEYSTORE_PASSWORD_VARIABLE,
  OPERATOR_KEY_VARIABLE,
} from "@evermark/venue/configuration/values/key-source.ts";
import { formatUnits } from "viem";
import { type Finding, failed, ok, warning } from "./finding.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const HEAD_AGE_SECONDS_MAX = 120;
const OTHERS = 0o077;

export async function checkNodes({ chain, chainId }: Configuration, nowMs: number): Promise<Finding[]> {
  const { nodes } = chain;
  if (nodes === "off") return [ok("chain", "off: neither deposits nor withdrawals")];
  if (nodes === "local") return [ok("chain", "a local node, which the venue starts")];
  const found = await Promise.all(nodes.map((url) => checkNode(new JsonRpcNode(url, { patience: 0 }), chainId, nowMs)));
  const alone = warning(
    "chain",
    "everything that a single node says is believed",
    "name three; what two of them say counts",
  );
  return nodes.length === 1 ? [...found, alone] : found;
}

async function checkNode(node: JsonRpcNode, chainId: number, nowMs: number): Promise<Finding> {
  const remedy = "check it, or name another in chain.rpc";
  try {
    const id = Number(await node.request("eth_chainId", []));
    if (id !== chainId) {
      return failed("chain", `${node.name} is on chain ${id}, not ${chainId}`, "correct chain.rpc or chain.id");
    }
    const head = (await node.request("eth_getBlockByNumber", ["latest", false])) as { readonly timestamp?: string };
    const age = Math.round(nowMs / 1000 - Number(head?.timestamp));
    if (!(age <= HEAD_AGE_SECONDS_MAX)) {
      return warning("chain", `${node.name} answers, and its newest block is ${age} seconds old`, remedy);
    }
    return ok("chain", `${node.name} answers, and is up to date`);
  } catch (error) {
    return failed("chain", `${node.name} can't be queried (${(error as Error).message})`, remedy);
  } finally {
    node.close();
  }
}

/** Whether everything that former vaults held has moved to the venue's own vault. */
export async function checkFormerVaults({ chain }: Configuration): Promise<Finding[]> {
  const { nodes, formerVaults, vault } = chain;
  const [url] = Array.isArray(nodes) ? (nodes as readonly string[]) : [];
  if (formerVaults.length === 0 || url === undefined || vault === null) return [];
  const node = new JsonRpcNode(url, { patience: 0 });
  const reader = new NodeReader(node);
  const formers = formerVaults.map((former) => former.vault);
  try {
    await requireClosed(reader, formers, vault);
    const left = await Promise.all(formers.map((each) => fundsAt({ reader, vault: each }, "latest")));
    const sum = left.reduce((total, each) => total + each, 0n);
    if (sum === 0n) return [ok("vaults", "nothing is left in former ones")];
    const text = `${formatUnits(sum, 6)} USDC of former ones have not moved yet, and nothing is paid until they have`;
    return [warning("vaults", text, "they move once enough of that vault's attesters are connected")];
  } catch (error) {
    return [failed("vaults", (error as Error).message, "see docs/custody.md, Moving to a new vault")];
  } finally {
    node.close();
  }
}

export function checkKey({ nodes, operatorKey, signerSecret }: ChainConfiguration, environment: Environment): Finding {
  if (nodes === "off" || nodes === "local") return ok("key", "none is needed");
  if (operatorKey === null) {
    return warning("key", "there is none to pay withdrawals, so they wait", "say where it is in chain.operator_key");
  }
  if (operatorKey.kind === "remote") {
    if (signerSecret !== null) return ok("key", "a remote signer has it, and can tell that the venue asks");
    return warning("key", "a remote signer has it, and can't tell who asks", "give both a secret: chain.signer_secret");
  }
  if (operatorKey.kind === "environment") {
    return (environment[OPERATOR_KEY_VARIABLE] ?? "") === ""
      ? failed("key", `${OPERATOR_KEY_VARIABLE} is not set`, "set it for the venue's process alone")
      : warning("key", "it is in the environment, readable to all who can read that", "encrypt it: evermark keystore");
  }
  return checkKeyFile(operatorKey.path, environment);
}

/** Whether one stolen key is enough to pay out money. */
export function checkAttesters({ chain, attesters }: Configuration): Finding {
  const { nodes, operatorKey, isOneKey } = chain;
  if (nodes === "off" || nodes === "local" || operatorKey === null) return ok("attesters", "none are needed");
  if (isOneKey) {
    const text = "chain.one_key: the operator's key alone is enough to pay";
    return warning("attesters", text, "run attesters on other machines: evermark attest");
  }
  if (attesters.port !== "off") return ok("attesters", `they connect at port ${attesters.port}`);
  return failed("attesters", "none can connect, so nothing is paid", "set attesters.port");
}

function checkKeyFile(path: string, environment: Environment): Finding {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    return failed("key", `${path} does not exist`, "put it there, or correct chain.operator_key");
  if (!found.isFile()) return failed("key", `${path} is not a file`, "correct chain.operator_key");
  if ((found.mode & OTHERS) !== 0) return failed("key", `others may read or write ${path}`, `chmod 600 ${path}`);
  const hasPassword = [KEYSTORE_PASSWORD_VARIABLE, KEYSTORE_PASSWORD_FD_VARIABLE].some((name) => environment[name]);
  if (hasPassword) return ok("key", `${path}, for its user alone`);
  const remedy = `the venue needs ${KEYSTORE_PASSWORD_VARIABLE} or ${KEYSTORE_PASSWORD_FD_VARIABLE} when it starts`;
  return warning("key", `${path}, for its user alone, but its password is not set`, remedy);
}
