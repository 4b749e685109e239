// Checks whether one vault can take over everything that another one holds. It is checked before the move is proposed:
// a mistake found later would keep both vaults closed for days.

import { dangersOfAttesters } from "@evermark/venue/chain/custody/attester-safety.ts";
import { readVaultFacts, type VaultFacts } from "@evermark/venue/chain/custody/vault-facts.ts";
import { JsonRpcNode } from "@evermark/venue/chain/rpc/json-rpc-node.ts";
import { NodeReader } from "@evermark/venue/chain/rpc/node-reader.ts";
import { successorOf } from "@evermark/venue/chain/vault/closed-vaults.ts";
import { type Address, type Hex, isAddress } from "viem";
import { CommandMistake } from "./explain.ts";

/** @throws {CommandMistake} with the reasons why it can't */
export async function requireSuccessor(url: string, facts: VaultFacts, to: string | undefined): Promise<Address> {
  if (to === undefined || !isAddress(to, { strict: false })) {
    throw new CommandMistake(`${to ?? "vault"}: expected the address of the vault that it moves to`);
  }
  const vault = to.toLowerCase() as Hex;
  const reader = new NodeReader(new JsonRpcNode(url));
  const next = await readVaultFacts(reader, { vault, token: "USDC", brokers: [] });
  if (next === null) throw new CommandMistake(`vault: there is none at ${vault}, according to the node`);
  const objections = [...objectionsTo(facts, next), ...dangersOfAttesters({ isOneKey: true }, next).flatMap(stopping)];
  if (BigInt(await successorOf({ reader, vault })) !== 0n) objections.push("it is about to move to another one itself");
  if (objections.length > 0) throw new CommandMistake(`${vault} can't succeed it: ${objections.join("; ")}`);
  return vault;
}

function objectionsTo(facts: VaultFacts, next: VaultFacts): string[] {
  const objections: string[] = [];
  if (next.token === null || next.token.address !== facts.token?.address)
    objections.push("it does not have the same USDC");
  if (next.domainSeparator === facts.domainSeparator) {
    objections.push("its withdraw_domain is the same, so what wallets have signed for one is valid in the other");
  }
  const both = facts.attesters.filter((address) => next.attesters.includes(address));
  if (both.length < facts.attesterThreshold) {
    objections.push(
      `${both.length} of its attesters are attesters here, but ${facts.attesterThreshold} have to sign the move (changeAttesters)`,
    );
  }
  return objections;
}

function stopping({ stops, text }: { readonly stops: boolean; readonly text: string }): string[] {
  return stops ? [text] : [];
}
