// Test USDC and a vault on a sandbox's own chain: deployed once, and found again at every start. The venue's credits rest
// on that very chain, so a chain that begins with another block, or no longer has the vault, is not used in its place.

import {
  deployVault,
  hashOfText,
  planDeployment,
  receiptOf,
  VAULT_DELAYS,
  vaultAbi,
  vaultTimelockAbi,
} from "@evermark/contracts";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
  publicActions,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { LocalKeys } from "./local-keys.ts";

export interface LocalVault {
  readonly vault: Hex;
  readonly token: Hex;
  readonly timelock: Hex;
  /** The block in which the vault was deployed. */
  readonly deployedBlock: number;
  /** Hash of the chain's first block. */
  readonly genesis: Hex;
}

export interface LocalVaultTerms {
  readonly url: string;
  /** File that describes the vault. */
  readonly path: string;
  readonly keys: LocalKeys;
  readonly domainName: string;
  /** Resolves once the chain's present state is on disk. */
  settle(): Promise<void>;
}

/** The chain is not the one whose deposits the venue has credited. */
export class ChainForgotten extends Error {}

const USDC = 1_000_000n;
/** Larger withdrawals are queued, so that the queue can be tried; usual amounts in a sandbox stay below. */
const CAPS = { perWithdrawal: 250_000n * USDC, perDay: 5_000_000n * USDC, perAccountDay: 1_000_000n * USDC };
const QUEUE_DELAY_SECONDS = 60n;
const MAX_WITHDRAW_FEE = 100n * USDC;
/** Created from nothing: no key of a sandbox runs out of gas. */
const GAS = parseEther("10000");

/** @throws {ChainForgotten} with a sentence that says what to do; {Error} when the node misbehaves */
export async function localVault(terms: LocalVaultTerms): Promise<LocalVault> {
  const read = readFacts(terms.path);
  if (read === "damaged") throw forgotten(`the file that names its vault is damaged`);
  const client = clientOf(terms.url);
  for (const key of Object.values(terms.keys)) {
    await client.setBalance({ address: privateKeyToAccount(key).address, value: GAS });
  }
  if (read === "missing") return deploy(terms, client);
  const vault = read.facts as LocalVault;
  await assertSameChain(vault, client);
  return vault;
}

type Client = ReturnType<typeof clientOf>;
/** Requests are not retried: when the node has ended its answers won't come, and a venue that stops must not wait. */
const once = (url: string) => http(url, { retryCount: 0 });
const clientOf = (url: string) => createTestClient({ mode: "anvil", transport: once(url) }).extend(publicActions);

async function deploy({ url, path, keys, domainName, settle }: LocalVaultTerms, client: Client): Promise<LocalVault> {
  const account = privateKeyToAccount(keys.admin);
  const wallet = createWalletClient({ account, transport: once(url) });
  const token = { symbol: "USDC", ...CAPS, maxWithdrawFee: MAX_WITHDRAW_FEE, depositLimit: 0n };
  const plan = await planDeployment(client, account.address, {
    operator: addressOf(keys.operator),
    guardian: addressOf(keys.guardian),
    attesters: [addressOf(keys.operator)],
    attesterThreshold: 1,
    admins: [account.address],
    cancellers: [addressOf(keys.guardian)],
    cancelQuorum: 1,
    timelockDelaySeconds: 0n,
    queueDelaySeconds: QUEUE_DELAY_SECONDS,
    delays: VAULT_DELAYS,
    domainName,
    brokers: [],
    tokens: [token],
  });
  const deployed = await deployVault(wallet, client, plan);
  const genesis = await genesisOf(client);
  // On disk before anything knows of the vault: a vault that deposits were credited from is never lost.
  await settle();
  const made: LocalVault = {
    vault: lower(deployed.vault),
    token: lower(deployed.tokens.USDC!),
    timelock: lower(deployed.timelock),
    deployedBlock: Number(deployed.block),
    genesis,
  };
  writeFacts(path, made, true);
  return made;
}

async function assertSameChain({ vault, genesis }: LocalVault, client: Client): Promise<void> {
  if ((await genesisOf(client)) !== genesis) throw forgotten("it begins with another block");
  const code = await client.getCode({ address: vault });
  if (code === undefined || code === "0x") throw forgotten(`it has no contract at the vault's address ${vault}`);
  const asked = { address: vault, abi: vaultAbi, functionName: "attesterThreshold" } as const;
  const isOurs = await client.readContract(asked).catch(() => undefined);
  if (isOurs === undefined) {
    throw new ChainForgotten(
      `the local chain's vault at ${vault} is one of an older version, which pays without attesters; deposits and withdrawals ` +
        "stop. Delete the folder chain of the data directory while the venue is stopped: a new chain is begun, whose vault has " +
        "what the venue owes; what wallets had on the old one is gone",
    );
  }
}

interface OwnerTerms extends Pick<LocalVault, "vault" | "timelock"> {
  readonly url: string;
  readonly keys: LocalKeys;
}

/**
 * Lets the users of builders deposit. The vault's owner is a timelock, here one without a delay.
 * @throws errors of the node
 */
export async function allowBrokers(
  { vault, timelock, url, keys }: OwnerTerms,
  brokers: readonly string[],
): Promise<void> {
  const client = clientOf(url);
  const account = privateKeyToAccount(keys.admin);
  const wallet = createWalletClient({ account, transport: once(url) });
  for (const hash of brokers.map(hashOfText)) {
    const asked = { address: vault, abi: vaultAbi, functionName: "getAllowedBroker", args: [hash] } as const;
    if (await client.readContract(asked)) continue;
    const data = encodeFunctionData({ abi: vaultAbi, functionName: "setAllowedBroker", args: [hash, true] });
    const call = [vault, 0n, data, zeroHash, hash] as const;
    const timed = { abi: vaultTimelockAbi, address: timelock, chain: null, account } as const;
    const asks = await wallet.writeContract({ ...timed, functionName: "schedule", args: [...call, 0n] });
    await receiptOf(client, asks, "what allows a builder, scheduled");
    const does = await wallet.writeContract({ ...timed, functionName: "execute", args: call });
    await receiptOf(client, does, "what allows a builder, carried out");
  }
}

function forgotten(what: string): ChainForgotten {
  return new ChainForgotten(
    `the local chain has forgotten what the venue rests on: ${what}; deposits and withdrawals stop. Put back the folder ` +
      "chain of the data directory from a backup, or delete it while the venue is stopped, and a new chain is begun",
  );
}

async function genesisOf(client: Client): Promise<Hex> {
  return (await client.getBlock({ blockNumber: 0n })).hash!;
}

function addressOf(key: Hex): Address {
  return privateKeyToAccount(key).address;
}

function lower(address: Address): Hex {
  return address.toLowerCase() as Hex;
}
