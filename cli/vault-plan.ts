// The terms of a vault as an operator writes them on a command line. What would make an unsafe custody is refused before
// anything is sent: the same rules by which a production venue looks at its vault when it starts.

import { type DeploymentPlan, hashOfText, type VaultPlan } from "@evermark/contracts";
import { dangersOfVault, separatorOf } from "@evermark/venue/chain/custody/custody-safety.ts";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Address, formatUnits, isAddress, parseUnits, zeroAddress } from "viem";

export interface VaultFlags {
  readonly operator: Address;
  readonly guardian: Address;
  readonly admin: readonly Address[];
  readonly token?: Address;
  readonly testToken?: boolean;
  readonly broker: readonly string[];
  readonly capWithdrawal: bigint;
  readonly capDay: bigint;
  readonly maxFee: bigint;
  readonly depositLimit: bigint;
  readonly timelockHours: number;
  readonly queueHours: number;
  readonly domain: string;
}

const ADDRESS = "0x and 40 hex digits";

export function addVaultOptions(command: Command): Command {
  return command
    .requiredOption("--operator <address>", "whose key pays withdrawals", address)
    .requiredOption("--guardian <address>", "whose key can pause, and nothing else", address)
    .requiredOption("--admin <address>", "who proposes changes to the timelock; may be given more than once", addresses)
    .option("--token <address>", "the USDC contract of the chain", address)
    .addOption(new Option("--test-token", "put play money on the chain, for trying").conflicts("token"))
    .requiredOption("--broker <id>", "a builder whose users may deposit; may be given more than once", texts)
    .addOption(amount("--cap-withdrawal <usdc>", "above it a withdrawal waits in the queue", "100000"))
    .addOption(amount("--cap-day <usdc>", "the most that is paid at once within any 24 hours", "1000000"))
    .addOption(amount("--max-fee <usdc>", "the most that a withdrawal may cost", "10"))
    .addOption(amount("--deposit-limit <usdc>", "what the vault may hold; 0 for no limit", "0"))
    .option("--timelock-hours <hours>", "between the proposal of a change and the change", hours, 48)
    .option("--queue-hours <hours>", "how long a withdrawal above a cap waits", hours, 24)
    .option("--domain <name>", "chain.withdraw_domain of the venue", "SVC");
}

export function vaultPlanOf(flags: VaultFlags): VaultPlan {
  const token = flags.token === undefined ? {} : { address: flags.token };
  return {
    operator: flags.operator,
    guardian: flags.guardian,
    admins: flags.admin,
    timelockDelaySeconds: secondsOf(flags.timelockHours),
    queueDelaySeconds: secondsOf(flags.queueHours),
    domainName: flags.domain,
    brokers: flags.broker,
    tokens: [
      {
        ...{ symbol: "USDC", ...token, perWithdrawal: flags.capWithdrawal, perDay: flags.capDay },
        ...{ maxWithdrawFee: flags.maxFee, depositLimit: flags.depositLimit },
      },
    ],
  };
}

/** Why a production venue would not start with this vault. */
export function objectionsTo({ terms, chainId, timelock, vault, tokens }: DeploymentPlan): string[] {
  const [token] = terms.tokens;
  const lower = (each: Address) => each.toLowerCase() as Address;
  const [operator, guardian, owner] = [lower(terms.operator), lower(terms.guardian), lower(timelock)];
  const admins = new Set(terms.admins.map(lower));
  const powers = (["operator", "guardian"] as const)
    .filter((role) => admins.has({ operator, guardian }[role]))
    .map((role) => ({ role, power: "proposer" }));
  const facts = {
    ...{ chainId, owner, operator, guardian, pendingOwner: zeroAddress, isPaused: false, unknownBrokers: [] },
    timelock: { delaySeconds: terms.timelockDelaySeconds, powers },
    queueDelaySeconds: terms.queueDelaySeconds,
    domainSeparator: separatorOf(terms.domainName, chainId),
    token: { ...token!, address: tokens.USDC!, decimals: 6, balance: 0n, booked: 0n, counted: 0n },
  };
  const { domainName: withdrawDomainName, brokers } = terms;
  const venue = { nodes: [], chainId, vault, confirmations: 1, withdrawDomainName, brokers, operator, signerUrl: null };
  return dangersOfVault(venue, facts)
    .filter(({ stops }) => stops)
    .map(({ text }) => text);
}

/** For people, before it is done. */
export function linesOfPlan({ terms, ...plan }: DeploymentPlan, currency: string): string[] {
  const [token] = terms.tokens;
  const money = (units: bigint) => `${formatUnits(units, 6)} USDC`;
  return [
    `chain        ${plan.chainId}`,
    `deployer     ${plan.deployer}, from nonce ${plan.nonce}; it can do nothing afterwards`,
    `vault        ${plan.vault}`,
    `owner        ${plan.timelock}, a timelock of ${terms.timelockDelaySeconds / 3600n} h`,
    `admins       ${terms.admins.join(", ")}: propose to the timelock, and carry out`,
    `operator     ${terms.operator}: pays what wallets have signed for`,
    `guardian     ${terms.guardian}: pauses`,
    `USDC         ${plan.tokens.USDC}${token!.address === undefined ? ", play money that any wallet can mint" : ""}`,
    `builders     ${terms.brokers.map((broker) => `${broker} (${hashOfText(broker).slice(0, 10)}…)`).join(", ")}`,
    `caps         ${money(token!.perWithdrawal)} a withdrawal, ${money(token!.perDay)} within 24 h; above: ${terms.queueDelaySeconds / 3600n} h in the queue`,
    `fee          at most ${money(token!.maxWithdrawFee)} of a withdrawal`,
    `holds        ${token!.depositLimit === 0n ? "any amount" : `at most ${money(token!.depositLimit)}`}`,
    `domain       ${terms.domainName}`,
    ...plan.steps.map(({ name, address, gas }) => `step         ${name} at ${address}, ${gas} gas`),
    `costs        at most ${formatUnits(plan.cost, 18)} ${currency} (${plan.gas} gas)`,
  ];
}

/** Its default is shown as it would be written. */
function amount(flags: string, description: string, fallback: string): Option {
  return new Option(flags, description).argParser(usdc).default(usdc(fallback), fallback);
}

function secondsOf(hours: number): bigint {
  return BigInt(Math.round(hours * 3_600));
}

export function address(text: string): Address {
  // With mixed case the checksum has to be right: a mistyped operator could never be changed back in time.
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || !isAddress(text, { strict: /[A-F]/.test(text.slice(2)) })) {
    throw new InvalidArgumentError(`expected ${ADDRESS}, with the right checksum if it has one`);
  }
  return text;
}

function addresses(text: string, before: readonly Address[] = []): Address[] {
  return [...before, address(text)];
}

function texts(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function usdc(text: string): bigint {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError("expected USDC, such as 100000");
  return parseUnits(text, 6);
}

function hours(text: string): number {
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError("expected hours, such as 48");
  return Number(text);
}
