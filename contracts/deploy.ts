// A vault is put on a chain: a timelock that owns it, the vault with all of its terms, and on a test chain a token. What
// will happen is known before it does: addresses follow from the deployer's nonce, so all transactions go out at once and
// none waits for another. Vault 4.

import { WITHDRAWAL_CONTRACT } from "@evermark/interface/chain/wallet-messages.ts";
import {
  type Account,
  type Address,
  type Chain,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  type PublicClient,
  type Transport,
  type WalletClient,
} from "viem";
import { testUsdcAbi, testUsdcBytecode } from "./artifacts/TestUsdc.ts";
import { vaultAbi, vaultBytecode } from "./artifacts/Vault.ts";
import { vaultTimelockAbi, vaultTimelockBytecode } from "./artifacts/VaultTimelock.ts";
import { inOrderOfAddress } from "./attestation-messages.ts";
import { hashOfText } from "./hashes.ts";
import { receiptOf } from "./receipts.ts";

/** What a token may be used for. Amounts in its smallest unit. */
interface TokenPlan {
  readonly symbol: string;
  /** Undefined on a test chain: a token of play money is put there as well. */
  readonly address?: Address;
  /** The most that one withdrawal pays at once. */
  readonly perWithdrawal: bigint;
  /** The most that is paid at once within any 24 hours, beyond what each account brought in itself. */
  readonly perDay: bigint;
  /** The same of one account. */
  readonly perAccountDay: bigint;
  /** The most that a withdrawal may cost; 0: no more is asked than that something is left. */
  readonly maxWithdrawFee: bigint;
  /** What the vault may hold after a deposit; 0: unlimited. */
  readonly depositLimit: bigint;
  /** Play money that the vault is funded with; no account is credited for it. Only without an `address`. */
  readonly funding?: bigint;
}

/** What can't be changed once the vault is there, in seconds. */
export interface VaultDelays {
  /** After which a pause ends by itself. */
  readonly pause: bigint;
  /** After which accounts may leave without attesters that are silent. */
  readonly escape: bigint;
  /** After which what a wallet signed is worth nothing. */
  readonly message: bigint;
}

const DAY = 86_400n;
export const VAULT_DELAYS: VaultDelays = { pause: 14n * DAY, escape: 30n * DAY, message: 30n * DAY };

/** Who may do what to a vault, and how much may leave it. */
export interface VaultPlan {
  readonly operator: Address;
  readonly guardian: Address;
  /** Without whose signatures nothing is paid, in any order. */
  readonly attesters: readonly Address[];
  /** How many of them have to sign. */
  readonly attesterThreshold: number;
  /** Who proposes and carries out what the owner, a timelock, does. */
  readonly admins: readonly Address[];
  /** Who takes proposals back; none of them an admin. */
  readonly cancellers: readonly Address[];
  /** How many of them have to agree. */
  readonly cancelQuorum: number;
  /** Between a proposal and its execution. */
  readonly timelockDelaySeconds: bigint;
  /** Between a withdrawal above a cap and its payment. */
  readonly queueDelaySeconds: bigint;
  readonly delays: VaultDelays;
  /** Of what wallets sign for withdrawals. */
  readonly domainName: string;
  readonly brokers: readonly string[];
  readonly tokens: readonly TokenPlan[];
}

export interface DeploymentStep {
  readonly name: string;
  /** What will be at this address, or is called there. */
  readonly address: Address;
  /** Null puts a contract there. */
  readonly to: Address | null;
  readonly data: Hex;
  readonly gas: bigint;
}

export interface DeploymentPlan {
  readonly chainId: number;
  readonly deployer: Address;
  /** Of the first transaction. The addresses hold only if the deployer sends nothing else before. */
  readonly nonce: number;
  readonly vault: Address;
  readonly timelock: Address;
  readonly tokens: Readonly<Record<string, Address>>;
  readonly terms: VaultPlan;
  readonly steps: readonly DeploymentStep[];
  readonly gas: bigint;
  /** In the smallest unit of the chain's coin, at the price of now. */
  readonly cost: bigint;
}

export interface Deployment {
  readonly chainId: number;
  readonly vault: Address;
  readonly timelock: Address;
  readonly tokens: Readonly<Record<string, Address>>;
  /** The vault is in this block: nothing before it concerns a watcher. */
  readonly block: bigint;
  readonly transactions: readonly Hex[];
}

type Client = PublicClient<Transport, Chain | undefined>;
type Wallet = WalletClient<Transport, Chain | undefined, Account>;

/** What funding may cost; it can't be estimated before vault and token are there. */
const FUNDING_GAS = 400_000n;

/**
 * What will be put on the chain, where, and what it costs; sends nothing.
 * @throws what the node says, and for terms that the contracts refuse
 */
export async function planDeployment(client: Client, deployer: Address, terms: VaultPlan): Promise<DeploymentPlan> {
  const [chainId, nonce, { maxFeePerGas }] = await Promise.all([
    client.getChainId(),
    client.getTransactionCount({ address: deployer, blockTag: "pending" }),
    client.estimateFeesPerGas(),
  ]);
  const draft = draftOf(deployer, nonce, terms);
  const steps = await Promise.all(
    draft.steps.map(async (step) => ({ ...step, gas: await gasOf(client, deployer, step) })),
  );
  const gas = steps.reduce((sum, step) => sum + step.gas, 0n);
  return { chainId, deployer, nonce, terms, ...draft, steps, gas, cost: gas * maxFeePerGas };
}

/** Carries out a plan, and waits until all of it is in the chain. */
export async function deployVault(wallet: Wallet, client: Client, plan: DeploymentPlan): Promise<Deployment> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas();
  const transactions: Hex[] = [];
  // Handed over in the order of their nonces, for some nodes drop what leaves a gap.
  for (const [index, { to, data, gas }] of plan.steps.entries()) {
    const fees = { gas, maxFeePerGas, maxPriorityFeePerGas };
    transactions.push(await wallet.sendTransaction({ chain: null, to, data, nonce: plan.nonce + index, ...fees }));
  }
  let block = 0n;
  for (const [index, step] of plan.steps.entries()) {
    const hash = transactions[index]!;
    const receipt = await receiptOf(client, hash, step.name);
    if (receipt.status !== "success") throw new Error(`${step.name} failed on the chain in transaction ${hash}`);
    if (step.address === plan.vault) block = receipt.blockNumber;
  }
  const { chainId, vault, timelock, tokens } = plan;
  return { chainId, vault, timelock, tokens, block, transactions };
}

type Draft = Pick<DeploymentPlan, "vault" | "timelock" | "tokens"> & {
  readonly steps: readonly Omit<DeploymentStep, "gas">[];
};

function draftOf(deployer: Address, nonce: number, terms: VaultPlan): Draft {
  const steps: Omit<DeploymentStep, "gas">[] = [];
  const put = (name: string, data: Hex): Address => {
    const address = getContractAddress({ from: deployer, nonce: BigInt(nonce + steps.length) });
    steps.push({ name, address, to: null, data });
    return address;
  };
  const tokens: Record<string, Address> = {};
  for (const { symbol, address } of terms.tokens) {
    tokens[symbol] = address ?? put(`test ${symbol}`, testTokenData(deployer));
  }
  const timelock = put("timelock", timelockData(terms));
  const vault = put("vault", vaultData(terms, timelock, tokens));
  for (const { symbol, funding = 0n, address } of terms.tokens) {
    if (funding === 0n) continue;
    if (address !== undefined) throw new Error(`${symbol} is no test token: it can't be minted to fund a vault`);
    const token = tokens[symbol]!;
    steps.push({ name: `funding in ${symbol}`, address: token, to: token, data: fundingData(vault, symbol, funding) });
  }
  return { vault, timelock, tokens, steps };
}

function testTokenData(owner: Address): Hex {
  return encodeDeployData({ abi: testUsdcAbi, bytecode: testUsdcBytecode, args: [owner] });
}

function timelockData({ admins, cancellers, cancelQuorum, timelockDelaySeconds }: VaultPlan): Hex {
  const args = [timelockDelaySeconds, admins, cancellers, BigInt(cancelQuorum)] as const;
  return encodeDeployData({ abi: vaultTimelockAbi, bytecode: vaultTimelockBytecode, args });
}

function vaultData(terms: VaultPlan, owner: Address, addresses: Readonly<Record<string, Address>>): Hex {
  const tokens = terms.tokens.map(({ symbol, perWithdrawal, perDay, perAccountDay, ...limits }) => ({
    ...{ tokenHash: hashOfText(symbol), token: addresses[symbol]! },
    ...{ perWithdrawal, perDay, perAccountDay },
    ...{ maxWithdrawFee: limits.maxWithdrawFee, depositLimit: limits.depositLimit },
  }));
  const brokers = terms.brokers.map(hashOfText);
  const { operator, guardian, attesterThreshold, domainName, queueDelaySeconds: queueDelay, delays } = terms;
  const attesters = inOrderOfAddress(terms.attesters);
  const roles = { owner, operator, guardian, attesters, attesterThreshold } as const;
  const signed = { domainName, verifyingContract: WITHDRAWAL_CONTRACT } as const;
  const times = { pauseDuration: delays.pause, escapeDelay: delays.escape, maxMessageAge: delays.message };
  const args = [{ ...roles, ...signed, queueDelay, ...times, brokers, tokens }] as const;
  return encodeDeployData({ abi: vaultAbi, bytecode: vaultBytecode, args });
}

function fundingData(vault: Address, symbol: string, amount: bigint): Hex {
  const args = [vault, hashOfText(symbol), amount] as const;
  return encodeFunctionData({ abi: testUsdcAbi, functionName: "mintInto", args });
}

async function gasOf(client: Client, account: Address, step: Omit<DeploymentStep, "gas">): Promise<bigint> {
  if (step.to !== null) return FUNDING_GAS;
  const estimate = await client.estimateGas({ account, data: step.data });
  // What it costs depends on nothing that could change meanwhile but the rules of the chain.
  return (estimate * 11n) / 10n;
}
