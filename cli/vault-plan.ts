// The terms of a vault as an operator writes them on a command line. Terms that would make custody unsafe are refused
// before anything is sent, by the same rules with which a production venue checks its vault when it starts.

import { type DeploymentPlan, hashOfText, VAULT_DELAYS, type VaultPlan } from "@evermark/contracts";
import { dangersOfAttesters } from "@evermark/venue/chain/custody/attester-safety.ts";
import { dangersOfVault, separatorOf } from "@evermark/venue/chain/custody/custody-safety.ts";
import { type Command, InvalidArgumentError, Option } from "commander";
import { type Address, formatUnits, isAddress, parseUnits, zeroAddress } from "viem";

export interface VaultFlags {
  readonly operator: Address;
  readonly guardian: Address;
  readonly attester: readonly Address[];
  readonly attesterThreshold?: number;
  readonly admin: readonly Address[];
  readonly canceller: readonly Address[];
  readonly cancelQuorum: number;
  readonly token?: Address;
  readonly testToken?: boolean;
  readonly broker: readonly string[];
  readonly capWithdrawal: bigint;
  readonly capDay: bigint;
  readonly capAccount?: bigint;
  readonly maxFee: bigint;
  readonly depositLimit: bigint;
  readonly timelockHours: number;
  readonly queueHours: number;
  readonly pauseDays: number;
  readonly escapeDays: number;
  readonly messageDays: number;
  readonly domain?: string;
  readonly oneKey?: boolean;
}

const ADDRESS = "0x and 40 hex digits";

export function addVaultOptions(command: Command): Command {
  return command
    .requiredOption("--operator <address>", "address of the key that pays withdrawals", address)
    .requiredOption("--guardian <address>", "address of the key that can pause, and nothing else", address)
    .requiredOption(
      "--attester <address>",
      "address of a key that must sign payments, each on its own machine; may be given more than once",
      addresses,
    )
    .option("--attester-threshold <number>", "how many attesters must sign (default: all)", count)
    .option("--one-key", "one key is enough to pay, as with chain.one_key of the venue")
    .requiredOption(
      "--admin <address>",
      "address that can propose changes to the timelock; may be given more than once",
      addresses,
    )
    .requiredOption(
      "--canceller <address>",
      "address that can cancel such proposals, and is not an admin; may be given more than once",
      addresses,
    )
    .option("--cancel-quorum <number>", "how many cancellers must agree", count, 2)
    .option("--token <address>", "the USDC contract of the chain", address)
    .addOption(new Option("--test-token", "deploy a test token to the chain, to try the vault out").conflicts("token"))
    .requiredOption("--broker <id>", "a builder whose users may deposit; may be given more than once", texts)
    .addOption(amount("--cap-withdrawal <usdc>", "largest withdrawal that does not wait in the queue", "100000"))
    .addOption(
      amount(
        "--cap-day <usdc>",
        "largest sum of withdrawals within any 24 hours that do not wait in the queue",
        "1000000",
      ),
    )
    .addOption(
      new Option("--cap-account <usdc>", "the same for one account (default: a quarter of --cap-day)").argParser(usdc),
    )
    .addOption(amount("--max-fee <usdc>", "largest fee of a withdrawal", "10"))
    .addOption(
      amount("--deposit-limit <usdc>", "largest balance that deposits may bring the vault to; 0 for no limit", "0"),
    )
    .option("--timelock-hours <hours>", "hours between the proposal of a change and the change", hours, 48)
    .option("--queue-hours <hours>", "hours that a withdrawal above a cap waits", hours, 24)
    .option("--pause-days <days>", "days after which a pause ends by itself", count, days(VAULT_DELAYS.pause))
    .option(
      "--escape-days <days>",
      "days of silence of the attesters after which accounts may leave without them",
      count,
      days(VAULT_DELAYS.escape),
    )
    .option(
      "--message-days <days>",
      "days after which a message that a wallet signed is no longer valid",
      count,
      days(VAULT_DELAYS.message),
    )
    .option("--domain <name>", "chain.withdraw_domain of the venue (default: one that is unique to this vault)");
}

/** @param place of the deployment, which no other vault shares; the default domain is derived from it */
export function vaultPlanOf(flags: VaultFlags, place: DeploymentPlace): VaultPlan {
  const token = flags.token === undefined ? {} : { address: flags.token };
  return {
    operator: flags.operator,
    guardian: flags.guardian,
    attesters: flags.attester,
    attesterThreshold: flags.attesterThreshold ?? flags.attester.length,
    admins: flags.admin,
    cancellers: flags.canceller,
    cancelQuorum: flags.cancelQuorum,
    timelockDelaySeconds: secondsOf(flags.timelockHours),
    queueDelaySeconds: secondsOf(flags.queueHours),
    delays: {
      pause: secondsOf(flags.pauseDays * 24),
      escape: secondsOf(flags.escapeDays * 24),
      message: secondsOf(flags.messageDays * 24),
    },
    domainName: flags.domain ?? ownDomainName(place),
    brokers: flags.broker,
    tokens: [
      {
        ...{ symbol: "USDC", ...token, perWithdrawal: flags.capWithdrawal, perDay: flags.capDay },
        ...{ perAccountDay: flags.capAccount ?? flags.capDay / 4n },
        ...{ maxWithdrawFee: flags.maxFee, depositLimit: flags.depositLimit },
      },
    ],
  };
}

interface DeploymentPlace {
  readonly chainId: number;
  readonly deployer: Address;
  /** Of the deployer's next transaction. */
  readonly nonce: number;
}

/** A domain name of the vault's own, so that what wallets sign for it is void for every other vault. */
function ownDomainName({ chainId, deployer, nonce }: DeploymentPlace): string {
  return `SVC-${hashOfText(`${chainId} ${deployer.toLowerCase()} ${nonce}`).slice(2, 14)}`;
}

/** The reasons why a production venue would not start with this vault. */
export function objectionsTo(plan: DeploymentPlan, isOneKey: boolean): string[] {
  const { terms, chainId, timelock, vault, tokens } = plan;
  const [token] = terms.tokens;
  const [operator, guardian, owner] = [lower(terms.operator), lower(terms.guardian), lower(timelock)];
  const council = councilOf(terms);
  const powers = (["operator", "guardian"] as const).flatMap((role) => [
    ...(council.admins.includes({ operator, guardian }[role]) ? [{ role, power: "proposer" }] : []),
    ...(council.cancellers.includes({ operator, guardian }[role]) ? [{ role, power: "canceller" }] : []),
  ]);
  const facts = {
    ...{ chainId, owner, operator, guardian, pendingOwner: zeroAddress, isPaused: false, unknownBrokers: [] },
    timelock: { delaySeconds: terms.timelockDelaySeconds, powers, council },
    attesters: terms.attesters.map(lower),
    attesterThreshold: terms.attesterThreshold,
    queueDelaySeconds: terms.queueDelaySeconds,
    domainSeparator: separatorOf(terms.domainName, chainId),
    token: { ...token!, address: tokens.USDC!, decimals: 6, balance: 0n, booked: 0n, counted: 0n },
  };
  const { domainName: withdrawDomainName, brokers } = terms;
  const venue = {
    ...{ nodes: [], chainId, vault, confirmations: 1, withdrawDomainName, withdrawFee: 0, brokers, operator },
    ...{ signerUrl: null, signerProof: null },
  };
  return [...dangersOfVault(venue, facts), ...dangersOfAttesters({ isOneKey }, facts)]
    .filter(({ stops }) => stops)
    .map(({ text }) => text);
}

function councilOf({ admins, cancellers, cancelQuorum }: VaultPlan) {
  return { admins: admins.map(lower), cancellers: cancellers.map(lower), cancelQuorum };
}

function lower(each: Address): Address {
  return each.toLowerCase() as Address;
}

/** The plan as lines for people, shown before it is carried out. */
export function linesOfPlan({ terms, ...plan }: DeploymentPlan, currency: string): string[] {
  const [token] = terms.tokens;
  const money = (units: bigint) => `${formatUnits(units, 6)} USDC`;
  return [
    `chain        ${plan.chainId}`,
    `deployer     ${plan.deployer}, from nonce ${plan.nonce}; it has no rights afterwards`,
    `vault        ${plan.vault}`,
    `owner        ${plan.timelock}, a timelock of ${terms.timelockDelaySeconds / 3600n} h`,
    `admins       ${terms.admins.join(", ")}: propose to the timelock, and carry out`,
    `cancellers   ${terms.cancellers.join(", ")}: ${terms.cancelQuorum} of them cancel a proposal`,
    `attesters    ${terms.attesters.join(", ")}: ${terms.attesterThreshold} of them sign each payment`,
    `operator     ${terms.operator}: pays what wallets have signed for`,
    `guardian     ${terms.guardian}: pauses`,
    `USDC         ${plan.tokens.USDC}${token!.address === undefined ? ", play money that any wallet can mint" : ""}`,
    `builders     ${terms.brokers.map((broker) => `${broker} (${hashOfText(broker).slice(0, 10)}…)`).join(", ")}`,
    `caps         ${money(token!.perWithdrawal)} a withdrawal, ${money(token!.perDay)} within 24 h, ${money(token!.perAccountDay)} of it to one account; above: ${terms.queueDelaySeconds / 3600n} h in the queue`,
    `fee          at most ${money(token!.maxWithdrawFee)} of a withdrawal`,
    `holds        ${token!.depositLimit === 0n ? "any amount" : `at most ${money(token!.depositLimit)}`}`,
    `pauses       end after ${days(terms.delays.pause)} days`,
    `silence      of the attesters for ${days(terms.delays.escape)} days lets accounts leave by themselves`,
    `messages     of wallets are valid for ${days(terms.delays.message)} days`,
    `domain       ${terms.domainName}`,
    ...plan.steps.map(({ name, address, gas }) => `step         ${name} at ${address}, ${gas} gas`),
    `costs        at most ${formatUnits(plan.cost, 18)} ${currency} (${plan.gas} gas)`,
  ];
}

/** An amount option whose default is shown as a user would write it. */
function amount(flags: string, description: string, fallback: string): Option {
  return new Option(flags, description).argParser(usdc).default(usdc(fallback), fallback);
}

function days(seconds: bigint): number {
  return Number(seconds) / 86_400;
}

function count(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError("expected a whole number, such as 2");
  return Number(text);
}

function secondsOf(hours: number): bigint {
  return BigInt(Math.round(hours * 3_600));
}

export function address(text: string): Address {
  // An address in mixed case must have the right checksum: a mistyped operator could never be changed back in time.
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
