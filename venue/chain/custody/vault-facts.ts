// A vault's own state: who may do what to it, and how much may leave. Every answer is decoded; an address that answers
// unlike a vault is treated as none. Vault 4.

import { hashOfText, vaultAbi, vaultTimelockAbi } from "@evermark/contracts";
import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  zeroAddress,
} from "viem";
import type { At, ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";

export interface VaultFacts {
  readonly chainId: number;
  readonly owner: Hex;
  /** The zero address unless the vault is about to be handed over. */
  readonly pendingOwner: Hex;
  readonly operator: Hex;
  readonly guardian: Hex;
  /** Null when the owner is no timelock. */
  readonly timelock: {
    readonly delaySeconds: bigint;
    /** Powers over the timelock of roles that should have none. */
    readonly powers: readonly { readonly role: "operator" | "guardian"; readonly power: string }[];
    /** Who may propose, and who may cancel proposals; null when the timelock does not say. */
    readonly council: {
      readonly admins: readonly Hex[];
      readonly cancellers: readonly Hex[];
      /** How many cancellers have to agree. */
      readonly cancelQuorum: number;
    } | null;
  } | null;
  readonly attesters: readonly Hex[];
  /** How many of them have to sign a payment. */
  readonly attesterThreshold: number;
  readonly queueDelaySeconds: bigint;
  readonly domainSeparator: Hex;
  readonly isPaused: boolean;
  /** The collateral; null when the vault does not take it. */
  readonly token: {
    readonly address: Hex;
    readonly decimals: number;
    /** In the token's smallest unit, like all amounts below. */
    readonly balance: bigint;
    /** The part of the balance that belongs to deposits. */
    readonly booked: bigint;
    readonly perWithdrawal: bigint;
    readonly perDay: bigint;
    readonly perAccountDay: bigint;
    /** The part of the day's cap that is used up. */
    readonly counted: bigint;
    readonly maxWithdrawFee: bigint;
  } | null;
  /** Those of the brokers asked about that the vault does not know. */
  readonly unknownBrokers: readonly string[];
}

interface Question {
  readonly vault: Hex;
  readonly token: string;
  readonly brokers: readonly string[];
}

const POWERS = ["DEFAULT_ADMIN_ROLE", "PROPOSER_ROLE", "EXECUTOR_ROLE", "CANCELLER_ROLE"] as const;

/**
 * @returns null when there is no vault at the address
 * @throws {ChainTrouble} when the chain can't be read
 */
export async function readVaultFacts(
  reader: ChainReader,
  { vault, token, brokers }: Question,
  at: At = "latest",
): Promise<VaultFacts | null> {
  if ((await reader.code(vault, at)) === "0x") return null;
  const ask = asker(reader, at);
  const of = { abi: vaultAbi, address: vault } as const;
  const [chainId, owner, pendingOwner, operator, guardian, queueDelaySeconds, domainSeparator, isPaused, ...attested] =
    await Promise.all([
      ask({ ...of, functionName: "chainId" }),
      ask({ ...of, functionName: "owner" }),
      ask({ ...of, functionName: "pendingOwner" }),
      ask({ ...of, functionName: "operator" }),
      ask({ ...of, functionName: "guardian" }),
      ask({ ...of, functionName: "queueDelay" }),
      ask({ ...of, functionName: "domainSeparator" }),
      ask({ ...of, functionName: "paused" }),
      ask({ ...of, functionName: "attesters" }),
      ask({ ...of, functionName: "attesterThreshold" }),
    ]);
  const [attesters, attesterThreshold] = attested;
  const roleHolders = [owner, pendingOwner, operator, guardian, attesters, attesterThreshold];
  const known = [chainId, ...roleHolders, queueDelaySeconds, domainSeparator, isPaused];
  if (known.includes(undefined)) return null;
  const allowed = await Promise.all(
    brokers.map((broker) => ask({ ...of, functionName: "getAllowedBroker", args: [hashOfText(broker)] })),
  );
  const roles = { operator: lower(operator!), guardian: lower(guardian!) };
  return {
    chainId: Number(chainId),
    owner: lower(owner!),
    pendingOwner: lower(pendingOwner!),
    ...roles,
    timelock: await timelockOf(ask, owner!, roles),
    attesters: attesters!.map(lower),
    attesterThreshold: attesterThreshold!,
    queueDelaySeconds: queueDelaySeconds!,
    domainSeparator: domainSeparator!,
    isPaused: isPaused!,
    token: await tokenOf(ask, vault, token),
    unknownBrokers: brokers.filter((_, index) => allowed[index] !== true),
  };
}

async function timelockOf(ask: Ask, owner: Hex, roles: { readonly operator: Hex; readonly guardian: Hex }) {
  const of = { abi: vaultTimelockAbi, address: owner } as const;
  const delaySeconds = await ask({ ...of, functionName: "getMinDelay" });
  if (delaySeconds === undefined) return null;
  const powers: { role: "operator" | "guardian"; power: string }[] = [];
  for (const power of POWERS) {
    const name = await ask({ ...of, functionName: power });
    for (const role of ["operator", "guardian"] as const) {
      if (name === undefined || (await ask({ ...of, functionName: "hasRole", args: [name, roles[role]] })) !== true)
        continue;
      powers.push({ role, power: power.replace("_ROLE", "").replace("_", " ").toLowerCase() });
    }
  }
  return { delaySeconds, powers, council: await councilOf(ask, owner) };
}

async function councilOf(ask: Ask, owner: Hex): Promise<NonNullable<VaultFacts["timelock"]>["council"]> {
  const of = { abi: vaultTimelockAbi, address: owner } as const;
  const members = async (functionName: "PROPOSER_ROLE" | "CANCELLER_ROLE") => {
    const role = await ask({ ...of, functionName });
    return role === undefined ? undefined : ask({ ...of, functionName: "membersOf", args: [role] });
  };
  const [admins, cancellers, cancelQuorum] = await Promise.all([
    members("PROPOSER_ROLE"),
    members("CANCELLER_ROLE"),
    ask({ ...of, functionName: "cancelQuorum" }),
  ]);
  if (admins === undefined || cancellers === undefined || cancelQuorum === undefined) return null;
  return { admins: admins.map(lower), cancellers: cancellers.map(lower), cancelQuorum: Number(cancelQuorum) };
}

async function tokenOf(ask: Ask, vault: Hex, symbol: string): Promise<VaultFacts["token"]> {
  const of = { abi: vaultAbi, address: vault } as const;
  const address = await ask({ ...of, functionName: "getAllowedToken", args: [hashOfText(symbol)] });
  if (address === undefined || address === zeroAddress) return null;
  const [decimals, balance, caps, maxWithdrawFee, booked] = await Promise.all([
    ask({ abi: erc20Abi, address, functionName: "decimals" }),
    ask({ abi: erc20Abi, address, functionName: "balanceOf", args: [vault] }),
    ask({ ...of, functionName: "withdrawCaps", args: [address] }),
    ask({ ...of, functionName: "maxWithdrawFee", args: [address] }),
    ask({ ...of, functionName: "booked", args: [address] }),
  ]);
  if (decimals === undefined || balance === undefined || caps === undefined) return null;
  if (maxWithdrawFee === undefined || booked === undefined) return null;
  const [perWithdrawal, perDay, perAccountDay, counted] = caps;
  const allowed = { perWithdrawal, perDay, perAccountDay, counted, maxWithdrawFee };
  return { address: lower(address), decimals, balance, booked, ...allowed };
}

type Ask = ReturnType<typeof asker>;

/** Answers undefined for a call that reverts or returns no answer to that question. */
function asker(reader: ChainReader, at: At) {
  return async <const A extends Abi, Name extends ContractFunctionName<A, "view" | "pure">>(question: {
    readonly abi: A;
    readonly address: Hex;
    readonly functionName: Name;
    readonly args?: ContractFunctionArgs<A, "view" | "pure", Name>;
  }) => {
    const data = encodeFunctionData(question as unknown as EncodeFunctionDataParameters);
    let answer: Hex;
    try {
      answer = await reader.call({ to: question.address, data }, at);
    } catch (error) {
      if (isTrouble(error, "reverted")) return undefined;
      throw error;
    }
    try {
      return decodeFunctionResult<A, Name>({
        abi: question.abi,
        functionName: question.functionName,
        data: answer,
      } as never);
    } catch {
      return undefined;
    }
  };
}

function lower(address: Hex): Hex {
  return address.toLowerCase() as Hex;
}
