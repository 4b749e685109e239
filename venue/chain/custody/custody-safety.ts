// What makes a custody unsafe, by the configuration alone and by the vault's own state. A role that could take money it
// does not own, or undo what protects it, is named before the venue takes a deposit. In production a danger may prevent
// the start; in a sandbox none of this is checked. Vault 4 to 7.

import { fundsDomain } from "@evermark/interface/chain/wallet-messages.ts";
import { formatUnits, type Hex, hashDomain, zeroAddress } from "viem";
import { isKnownTestAddress } from "../keys/known-keys.ts";
import type { VaultFacts } from "./vault-facts.ts";

export interface CustodyDanger {
  /** Whether it prevents the start; otherwise it is only logged. */
  readonly stops: boolean;
  /** One sentence for an operator: what is wrong, with the values, and what was expected. */
  readonly text: string;
}

/** What the configuration says about the chain. */
export interface CustodyTerms {
  /** The sandbox's own node, or URLs. */
  readonly nodes: "local" | readonly string[];
  readonly chainId: number;
  readonly vault: Hex | null;
  readonly confirmations: number;
  readonly withdrawDomainName: string;
  /** Fee of a withdrawal, in millionths of a USDC. */
  readonly withdrawFee: number;
  readonly brokers: readonly string[];
  /** Address of the key that signs payments. */
  readonly operator: Hex | null;
  /** URL of the program that has that key; null when the venue has it itself. */
  readonly signerUrl: string | null;
  /** How the venue authenticates to that program; null where it does not. */
  readonly signerProof: "hmac" | "bearer" | null;
}

/** Long enough for depositors to notice a proposal and still leave. */
const TIMELOCK_SECONDS_MIN = 86_400n;
/** Long enough for a guardian to be woken. */
const QUEUE_SECONDS_MIN = 3_600n;
/** In millionths of a USDC. No venue pays nearly that much in a day, so a higher cap is no cap. */
const CAP_MAX = 1_000_000_000_000_000n;
const DAY_SECONDS = 86_400n;

type Council = NonNullable<NonNullable<VaultFacts["timelock"]>["council"]>;

const stops = (text: string): CustodyDanger => ({ stops: true, text });
const says = (text: string): CustodyDanger => ({ stops: false, text });

/** The dangers known before any node has answered. */
export function dangersOfTerms(terms: CustodyTerms): CustodyDanger[] {
  const { nodes, vault, confirmations, operator, signerUrl, signerProof } = terms;
  const dangers: CustodyDanger[] = [];
  if (nodes === "local")
    dangers.push(stops("chain.rpc is local: a chain that any program here can rewrite; expected URLs of nodes"));
  else if (nodes.length === 1) {
    dangers.push(
      says("chain.rpc has one node: what it says is believed; expected three or more of different operators"),
    );
  }
  for (const url of [...(nodes === "local" ? [] : nodes), ...(signerUrl === null ? [] : [signerUrl])]) {
    if (isInTheClear(url))
      dangers.push(says(`${new URL(url).host} is asked without encryption: who is between can change the answers`));
  }
  if (signerUrl !== null && signerProof === null)
    dangers.push(
      says(
        `${new URL(signerUrl).host} signs without knowing who asks, as far as the venue knows; expected chain.signer_secret, or a tunnel that is the venue's alone`,
      ),
    );
  if (signerUrl !== null && signerProof === "bearer" && isInTheClear(signerUrl))
    dangers.push(
      stops(
        `${new URL(signerUrl).host} is sent a bearer token without encryption: who is between has it then; expected https, or chain.signer_secret of hmac`,
      ),
    );
  if (confirmations < 1)
    dangers.push(
      stops("chain.confirmations is 0: a deposit would count that the chain can still take back; expected 12"),
    );
  if (vault === null)
    dangers.push(stops("chain.vault is not set; expected the address that `evermark deploy-vault` printed"));
  if (operator !== null && isKnownTestAddress(operator))
    dangers.push(
      stops(
        `the operator's key is a known test key (${operator}): it is public; expected one of your own, such as \`evermark keystore\` makes`,
      ),
    );
  return dangers;
}

/** The dangers that the vault's own state shows. */
export function dangersOfVault(terms: CustodyTerms, facts: VaultFacts | null): CustodyDanger[] {
  if (facts === null)
    return [
      stops(
        `there is no vault at ${terms.vault} on chain ${terms.chainId}; expected at chain.vault what \`evermark deploy-vault\` printed`,
      ),
    ];
  return [
    ...dangersOfRoles(terms, facts),
    ...dangersOfOwner(facts),
    ...dangersOfCaps(terms, facts),
    ...dangersOfAgreement(terms, facts),
  ];
}

function dangersOfRoles({ operator }: CustodyTerms, facts: VaultFacts): CustodyDanger[] {
  const dangers: CustodyDanger[] = [];
  const roles = [
    ["operator", facts.operator],
    ["guardian", facts.guardian],
    ["owner", facts.owner],
  ] as const;
  if (facts.operator === facts.owner)
    dangers.push(
      stops(
        `the vault's operator is its owner (${facts.owner}): one stolen key would be enough to change everything; expected a timelock as owner`,
      ),
    );
  if (facts.guardian === zeroAddress)
    dangers.push(stops("the vault has no guardian: no one could pause it at once; expected one that the owner names"));
  if (facts.guardian === facts.operator)
    dangers.push(
      stops(
        `the vault's guardian is its operator (${facts.guardian}): who steals that key is not stopped by it; expected another key`,
      ),
    );
  if (facts.guardian === facts.owner)
    dangers.push(
      stops(`the vault's guardian is its owner (${facts.guardian}); expected a key that can do nothing but pause`),
    );
  for (const [role, address] of roles) {
    if (isKnownTestAddress(address))
      dangers.push(stops(`the vault's ${role} is a known test key (${address}): it is public; expected another`));
  }
  if (operator !== null && operator !== facts.operator) {
    dangers.push(
      stops(
        `the operator's key is that of ${operator}; the vault's operator is ${facts.operator}, so nothing could be paid; expected that key at chain.operator_key`,
      ),
    );
  }
  return dangers;
}

function dangersOfOwner({ owner, pendingOwner, timelock }: VaultFacts): CustodyDanger[] {
  if (timelock === null)
    return [
      stops(
        `the vault's owner ${owner} is no timelock: what it changes counts at once; expected one of at least ${TIMELOCK_SECONDS_MIN} s`,
      ),
    ];
  const dangers: CustodyDanger[] = [];
  const { delaySeconds, powers, council } = timelock;
  if (delaySeconds < TIMELOCK_SECONDS_MIN) {
    dangers.push(
      stops(`the timelock of the vault waits ${delaySeconds} s; expected at least ${TIMELOCK_SECONDS_MIN} s`),
    );
  }
  if (council === null)
    dangers.push(
      stops(`the timelock ${owner} does not say who may cancel; expected what \`evermark deploy-vault\` puts there`),
    );
  else dangers.push(...dangersOfCouncil(council));
  for (const { role, power } of powers) {
    dangers.push(stops(`the vault's ${role} is ${power} of its timelock; expected other keys than those of the venue`));
  }
  if (pendingOwner !== zeroAddress) dangers.push(says(`the vault is about to be handed over to ${pendingOwner}`));
  return dangers;
}

/** No single key may be able to stop the others, nor may there be only one. */
function dangersOfCouncil({ admins, cancellers, cancelQuorum }: Council): CustodyDanger[] {
  const dangers: CustodyDanger[] = [];
  if (admins.length < 2)
    dangers.push(
      stops(
        `the timelock has ${admins.length} admin: no one else could propose to remove a stolen key; expected two at least`,
      ),
    );
  const both = admins.filter((admin) => cancellers.includes(admin));
  for (const admin of both)
    dangers.push(stops(`${admin} is admin and canceller of the timelock: he could cancel his own removal`));
  if (cancelQuorum < 2)
    dangers.push(stops("one canceller alone can stop whatever the others want; expected that two have to agree"));
  if (cancellers.length <= cancelQuorum) {
    dangers.push(
      stops(
        `${cancelQuorum} of ${cancellers.length} cancellers have to agree: one that is away or stolen keeps the others from cancelling; expected one more`,
      ),
    );
  }
  for (const address of [...admins, ...cancellers].filter(isKnownTestAddress))
    dangers.push(stops(`${address} of the timelock is a known test key: it is public; expected another`));
  return dangers;
}

function dangersOfCaps({ withdrawFee }: CustodyTerms, { token, queueDelaySeconds }: VaultFacts): CustodyDanger[] {
  if (token === null) return [stops("the vault takes no USDC")];
  const dangers: CustodyDanger[] = [];
  const { perWithdrawal, perDay, perAccountDay, maxWithdrawFee, balance, decimals } = token;
  if (decimals !== 6) dangers.push(stops(`the vault's USDC has ${decimals} decimals; expected 6`));
  if (perWithdrawal > CAP_MAX)
    dangers.push(
      stops(`the vault has no cap for a withdrawal (${usdc(perWithdrawal)} USDC); expected at most ${usdc(CAP_MAX)}`),
    );
  if (perDay > CAP_MAX)
    dangers.push(stops(`the vault has no cap for a day (${usdc(perDay)} USDC); expected at most ${usdc(CAP_MAX)}`));
  else if (balance > 0n && perDay >= balance) {
    dangers.push(says(`within a day ${usdc(perDay)} USDC may leave the vault, which has ${usdc(balance)}: all of it`));
  }
  if (perDay > 0n && perAccountDay >= perDay)
    dangers.push(
      says("one account alone can use up the cap of a day; expected a cap of an account that is a part of it"),
    );
  if (maxWithdrawFee === 0n)
    dangers.push(says("the vault has no cap for the fee of a withdrawal, which the wallet does not sign"));
  else if (BigInt(withdrawFee) > maxWithdrawFee) {
    dangers.push(
      stops(
        `chain.withdraw_fee is ${formatUnits(BigInt(withdrawFee), 6)} USDC, and the vault takes at most ${formatUnits(maxWithdrawFee, 6)}: it would pay no withdrawal`,
      ),
    );
  }
  if (queueDelaySeconds < QUEUE_SECONDS_MIN) {
    dangers.push(
      stops(`what is above the cap is paid after ${queueDelaySeconds} s; expected at least ${QUEUE_SECONDS_MIN} s`),
    );
  } else if (queueDelaySeconds < DAY_SECONDS) {
    dangers.push(says(`what is above the cap is paid after ${queueDelaySeconds} s, less than a day`));
  }
  return dangers;
}

function dangersOfAgreement(terms: CustodyTerms, facts: VaultFacts): CustodyDanger[] {
  const dangers: CustodyDanger[] = [];
  const { chainId, withdrawDomainName: name } = terms;
  if (facts.chainId !== chainId) dangers.push(stops(`the vault is on chain ${facts.chainId}; chain.id is ${chainId}`));
  if (facts.domainSeparator !== separatorOf(name, chainId)) {
    dangers.push(
      stops(`the vault takes no signature under chain.withdraw_domain ${JSON.stringify(name)} on chain ${chainId}`),
    );
  }
  for (const broker of facts.unknownBrokers) {
    dangers.push(
      says(`the vault does not know the builder ${JSON.stringify(broker)}: its users can't deposit or withdraw`),
    );
  }
  return dangers;
}

/** The EIP-712 domain separator, as the vault computes it. */
export function separatorOf(name: string, chainId: number): Hex {
  return hashDomain({
    domain: { ...fundsDomain(name, chainId), chainId: BigInt(chainId) },
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
      ],
    },
  });
}

export function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);
}

/** Whole USDC, for reading. */
function usdc(units: bigint): string {
  return (units / 1_000_000n).toLocaleString("en-US");
}
