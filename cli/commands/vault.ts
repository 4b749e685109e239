// `evermark vault`: what guardian, admins and cancellers do with a vault, each with a key that never comes near the
// venue. With `--keystore` the transaction is signed and sent. With `--from` it is printed unsigned, for a hardware
// wallet or another machine, and `evermark vault send` sends the signed result.

import { randomBytes } from "node:crypto";
import { hashOfText, vaultAbi, vaultTimelockAbi } from "@evermark/contracts";
import { readVaultFacts, type VaultFacts } from "@evermark/venue/chain/custody/vault-facts.ts";
import { JsonRpcNode } from "@evermark/venue/chain/rpc/json-rpc-node.ts";
import { NodeReader } from "@evermark/venue/chain/rpc/node-reader.ts";
import type { Command } from "commander";
import { type Address, encodeFunctionData, formatUnits, type Hex, toHex, zeroAddress, zeroHash } from "viem";
import { checkedNode, readerOn } from "../chain-session.ts";
import { CommandMistake } from "../explain.ts";
import { ownerCallOf } from "../owner-calls.ts";
import { batchOf, executionOf, type Proposal, readProposals, textOfCall } from "../proposals.ts";
import { print } from "../report.ts";
import { type SigningFlags, settled, signOrShow } from "../sign-or-show.ts";
import { requireSuccessor } from "../successor.ts";
import { fundVault } from "../vault-funding.ts";
import { address } from "../vault-plan.ts";

const NO_VAULT = "--vault: not given; expected chain.vault";

interface ActFlags extends SigningFlags {
  readonly vault?: Address;
  readonly fromBlock: string;
}

const acts: Readonly<
  Record<string, readonly [summary: string, run: (words: string[], flags: ActFlags) => Promise<void>]>
> = {
  status: ["show who may do what, whether the vault is paused, and what is proposed", (_, flags) => status(flags)],
  pause: ["stop deposits and payments: by the guardian", (_, flags) => pause(flags)],
  unpause: ["propose to end the pause: by an admin", (_, flags) => propose(["emergencyUnpause()"], flags)],
  propose: ["propose calls such as 'changeOperator(0x…)', to be carried out together: by an admin", propose],
  move: ["propose to close it and move all its money to another vault: by an admin", ([to], flags) => move(to, flags)],
  cancel: ["vote to cancel the proposal with this id: by a canceller", ([id], flags) => cancel(id, flags)],
  execute: ["carry out the proposal with this id: by an admin", ([id], flags) => execute(id, flags)],
  fund: [
    "pay USDC for withdrawals into the vault, such as 1000: by any wallet that has some",
    ([amount], flags) => fund(amount, flags),
  ],
  send: ["send a transaction that was signed elsewhere", ([signed], flags) => send(signed, flags)],
};

export function addVault(program: Command): void {
  program
    .command("vault")
    .description("pause a vault; propose, cancel or carry out acts of its owner; pay money into it")
    .argument("<act>", Object.keys(acts).join(", "))
    .argument(
      "[words...]",
      "parameters of the act: calls, another vault, the id of a proposal, an amount, a signed transaction",
    )
    .requiredOption("--rpc <url>", "a node of the chain")
    .option("--vault <address>", "the vault; required for every act except send", address)
    .option("--keystore <file>", "file with the key that signs; the transaction is then sent")
    .option(
      "--from <address>",
      "address that will sign elsewhere; the transaction to sign is then printed, and nothing is sent",
      address,
    )
    .option("--from-block <number>", "chain.deployed_block, from which to look for proposals", "0")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      () =>
        `\nActs:\n${Object.entries(acts)
          .map(([name, [summary]]) => `  ${name.padEnd(10)}${summary}`)
          .join("\n")}`,
    )
    .action((act: string, words: string[], flags: ActFlags) => {
      const known = Object.hasOwn(acts, act) ? acts[act] : undefined;
      if (known === undefined) throw new CommandMistake(`act: ${act}; expected one of ${Object.keys(acts).join(", ")}`);
      return known[1](words, flags);
    });
}

async function status(flags: ActFlags): Promise<void> {
  const { reader, vault, facts } = await open(flags);
  const of = { abi: vaultAbi, address: vault } as const;
  const [moving, pausedUntil, waitsUntil, block] = await Promise.all([
    movingOf(reader, vault),
    reader.readContract({ ...of, functionName: "pausedUntil" }),
    reader.readContract({ ...of, functionName: "guardianWaitsUntil" }),
    reader.getBlock(),
  ]);
  const proposals = await readProposals(reader, facts.owner, BigInt(flags.fromBlock));
  const { admins = [], cancellers = [], cancelQuorum = 0 } = facts.timelock?.council ?? {};
  const data = {
    ...{ vault, timelock: facts.owner, operator: facts.operator, guardian: facts.guardian },
    ...{ attesters: facts.attesters, attester_threshold: facts.attesterThreshold },
    ...{ admins, cancellers, cancel_quorum: cancelQuorum, paused: facts.isPaused },
    ...moving,
    ...{ paused_until: Number(pausedUntil), guardian_waits_until: Number(waitsUntil) },
    proposals: proposals.map(({ id, calls, executableAt, votes }) => {
      return { id, calls: calls.map(textOfCall), executable_at: executableAt, cancel_votes: votes };
    }),
  };
  const pausing = facts.isPaused ? `until ${timeOf(data.paused_until)}` : "no";
  const waiting = waitsUntil > block.timestamp ? `, may pause from ${timeOf(data.guardian_waits_until)} on` : "";
  const lines = [
    `operator     ${facts.operator}`,
    `guardian     ${facts.guardian}${waiting}`,
    `attesters    ${facts.attesters.join(", ")}: ${facts.attesterThreshold} of them sign each payment`,
    `timelock     ${facts.owner}, ${facts.timelock?.delaySeconds ?? 0} s`,
    `admins       ${admins.join(", ")}`,
    `cancellers   ${cancellers.join(", ")}: ${cancelQuorum} of them cancel a proposal`,
    `paused       ${pausing}`,
    `holds        ${formatUnits(BigInt(moving.holds), 6)} USDC, of which ${formatUnits(BigInt(moving.queued), 6)} wait in the queue`,
    ...(moving.moves_to === null
      ? []
      : [`moves to     ${moving.moves_to}, once nothing is queued; deposits are closed`]),
    ...proposals.flatMap((each) => linesOfProposal(each, block.timestamp)),
    ...(proposals.length === 0 ? ["proposals    none"] : []),
  ];
  print({ data, lines }, flags.json);
}

/**
 * The vault's booked funds, and the vault they move to; `moves_to` is also null for a vault of a version that can't
 * move.
 */
async function movingOf(reader: Reader, vault: Address) {
  const of = { abi: vaultAbi, address: vault } as const;
  const token = await reader.readContract({ ...of, functionName: "getAllowedToken", args: [hashOfText("USDC")] });
  const [holds, [, queued], successor] = await Promise.all([
    reader.readContract({ ...of, functionName: "booked", args: [token] }),
    reader.readContract({ ...of, functionName: "tokenState", args: [hashOfText("USDC")] }),
    reader.readContract({ ...of, functionName: "successor" }).catch(() => zeroAddress),
  ]);
  const moves_to = successor === zeroAddress ? null : successor.toLowerCase();
  return { holds: String(holds), queued: String(queued), moves_to };
}

function linesOfProposal({ id, calls, executableAt, votes }: Proposal, now: bigint): string[] {
  const when = executableAt <= now ? "can be carried out" : `can be carried out from ${timeOf(executableAt)} on`;
  const against = votes.length === 0 ? "" : `; votes to cancel it: ${votes.join(", ")}`;
  return [`proposal     ${id}, ${when}${against}`, ...calls.map((call) => `             ${textOfCall(call)}`)];
}

async function pause(flags: ActFlags): Promise<void> {
  const { vault } = await open(flags);
  const data = encodeFunctionData({ abi: vaultAbi, functionName: "emergencyPause" });
  await signOrShow(flags, { to: vault, data });
}

async function propose(texts: readonly string[], flags: ActFlags): Promise<void> {
  const { reader, vault, facts } = await open(flags);
  const calls = texts.map((text) => ownerCallOf(text, { vault, timelock: facts.owner }));
  if (calls.length === 0) throw new CommandMistake("propose: expected calls, such as 'changeOperator(0x…)'");
  const what = batchOf({ calls, predecessor: zeroHash, salt: toHex(randomBytes(32)) });
  const timelock = { abi: vaultTimelockAbi, address: facts.owner } as const;
  const id = await reader.readContract({ ...timelock, functionName: "hashOperationBatch", args: what });
  const args = [...what, facts.timelock!.delaySeconds] as const;
  const data = encodeFunctionData({ abi: vaultTimelockAbi, functionName: "scheduleBatch", args });
  await signOrShow(flags, { to: facts.owner, data }, { proposal: id });
}

async function move(to: string | undefined, flags: ActFlags): Promise<void> {
  const { facts } = await open(flags);
  await propose([`changeSuccessor(${await requireSuccessor(checkedNode(flags.rpc), facts, to)})`], flags);
}

async function cancel(id: string | undefined, flags: ActFlags): Promise<void> {
  const { reader, facts } = await open(flags);
  const proposal = await proposalOf(id, reader, facts.owner, flags);
  const data = encodeFunctionData({ abi: vaultTimelockAbi, functionName: "cancel", args: [proposal.id] });
  await signOrShow(flags, { to: facts.owner, data });
}

async function execute(id: string | undefined, flags: ActFlags): Promise<void> {
  const { reader, facts } = await open(flags);
  const proposal = await proposalOf(id, reader, facts.owner, flags);
  const { timestamp } = await reader.getBlock();
  if (proposal.executableAt > timestamp) {
    throw new CommandMistake(`${id} can't be carried out before ${timeOf(proposal.executableAt)}`);
  }
  const timelock = { abi: vaultTimelockAbi, address: facts.owner } as const;
  const batch = await reader.readContract({ ...timelock, functionName: "hashOperationBatch", args: batchOf(proposal) });
  await signOrShow(flags, { to: facts.owner, data: executionOf(proposal, batch) });
}

async function fund(amount: string | undefined, flags: ActFlags): Promise<void> {
  if (flags.vault === undefined) throw new CommandMistake(NO_VAULT);
  await fundVault(amount, flags.vault, flags);
}

async function send(signed: string | undefined, flags: ActFlags): Promise<void> {
  if (signed === undefined || !/^0x(?:[0-9a-fA-F]{2})+$/.test(signed))
    throw new CommandMistake("signed: expected 0x and hex digits");
  const reader = readerOn(checkedNode(flags.rpc));
  const hash = await reader.sendRawTransaction({ serializedTransaction: signed as Hex });
  await settled(reader, hash, flags);
}

type Reader = ReturnType<typeof readerOn>;

/** @throws {CommandMistake} */
async function open({ rpc, vault }: ActFlags): Promise<{ reader: Reader; vault: Address; facts: VaultFacts }> {
  if (vault === undefined) throw new CommandMistake(NO_VAULT);
  const url = checkedNode(rpc);
  const question = { vault: vault.toLowerCase() as Hex, token: "USDC", brokers: [] };
  const facts = await readVaultFacts(new NodeReader(new JsonRpcNode(url)), question);
  if (facts === null) throw new CommandMistake(`vault: there is none at ${vault}, according to the node`);
  if (facts.timelock?.council == null)
    throw new CommandMistake(
      `vault: its owner ${facts.owner} is not a timelock of the kind that \`evermark deploy-vault\` deploys`,
    );
  return { reader: readerOn(url), vault, facts };
}

/** @throws {CommandMistake} */
async function proposalOf(
  id: string | undefined,
  reader: Reader,
  timelock: Address,
  { fromBlock }: ActFlags,
): Promise<Proposal> {
  const found = (await readProposals(reader, timelock, BigInt(fromBlock))).find(
    (each) => each.id === id?.toLowerCase(),
  );
  if (found === undefined)
    throw new CommandMistake(
      `${id ?? "id"}: no such proposal is pending; \`evermark vault status\` lists those that are`,
    );
  return found;
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
