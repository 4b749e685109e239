// A production venue does not start with unsafe custody. The configuration is judged at once; the vault as soon as a node
// answers: before the start if one answers in time, otherwise before the first deposit is credited.

import type { Logger } from "pino";
import type { Configuration } from "../../configuration/configuration.ts";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";
import type { OperatorKey } from "../keys/operator-key.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { type AttesterTerms, dangersOfAttesters, dangersOfAttesterTerms } from "./attester-safety.ts";
import { type CustodyDanger, type CustodyTerms, dangersOfTerms, dangersOfVault } from "./custody-safety.ts";
import { readVaultFacts } from "./vault-facts.ts";

export type CheckedTerms = CustodyTerms & AttesterTerms;

/** Null in a sandbox and without a chain, where nothing is checked. */
export function custodyTerms(configuration: Configuration, operator: OperatorKey | null): CheckedTerms | null {
  const { mode, chain, chainId, withdrawDomainName, brokers, attesters } = configuration;
  if (mode !== "production" || chain.nodes === "off") return null;
  return {
    ...{ nodes: chain.nodes, chainId, vault: chain.vault, confirmations: chain.confirmations, withdrawDomainName },
    withdrawFee: chain.withdrawFee,
    brokers: brokers.map(({ id }) => id),
    operator: operator?.address ?? null,
    signerUrl: operator?.kind === "remote" ? operator.url : null,
    signerProof: operator?.kind === "remote" ? (operator.secret?.kind ?? null) : null,
    ...{ isOneKey: chain.isOneKey, hasDoor: attesters.port !== "off" },
  };
}

/** @throws {ConfigurationMistake} listing everything that is wrong */
export function requireSafeTerms(terms: CheckedTerms, log: Logger): void {
  judge([...dangersOfTerms(terms), ...dangersOfAttesterTerms(terms)], log);
}

/**
 * @throws {ConfigurationMistake} listing everything that is wrong
 * @throws {ChainTrouble} when the chain can't be read
 */
export async function requireSafeVault(reader: ChainReader, terms: CheckedTerms, log: Logger): Promise<void> {
  const { vault, brokers } = terms;
  if (vault === null) return requireSafeTerms(terms, log);
  const facts = await readVaultFacts(reader, { vault, token: "USDC", brokers });
  judge([...dangersOfVault(terms, facts), ...(facts === null ? [] : dangersOfAttesters(terms, facts))], log);
}

/** How long a start waits for the chain at most. */
const PATIENCE_MS = 5_000;

/** Like `requireSafeVault`, but a chain that can't be reached does not prevent the start. */
export async function requireSafeVaultIfThere(reader: ChainReader, terms: CheckedTerms, log: Logger): Promise<void> {
  const looking = requireSafeVault(reader, terms, log).then(
    () => null,
    (error: unknown) => {
      if (!isTrouble(error)) throw error;
      return error.message;
    },
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${PATIENCE_MS / 1_000} s`), PATIENCE_MS);
  });
  // A danger found later is found again before anything is credited.
  looking.catch(() => {});
  const why = await Promise.race([looking, tooLong]).finally(() => clearTimeout(timer));
  if (why !== null) log.warn({ why }, "the vault can't be checked yet: nothing is credited or paid until it has been");
}

function judge(dangers: readonly CustodyDanger[], log: Logger): void {
  for (const { text } of dangers.filter(({ stops }) => !stops)) log.warn({ danger: text }, "custody could be safer");
  const reasons = dangers.filter(({ stops }) => stops).map(({ text }) => text);
  if (reasons.length > 0) throw new ConfigurationMistake(`unsafe custody:${listed(reasons)}\nSee docs/custody.md`);
}

/** A single reason on the announcing line, several on a line each: they are sentences. */
function listed(reasons: readonly string[]): string {
  return reasons.length === 1 ? ` ${reasons[0]}` : reasons.map((each) => `\n- ${each}`).join("");
}
