// From a wallet to a client that can trade: opens the account, makes an API key, binds it. Each step can be repeated: an
// existing account is used as it is, and a bound key is bound again. Interface 4.1 and 5.1.

import { registration } from "@evermark/interface/accounts/registration.ts";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import {
  type AddKeyMessage,
  addKeyTypedData,
  registrationTypedData,
} from "@evermark/interface/chain/wallet-messages.ts";
import { sandbox } from "@evermark/interface/operators/sandbox.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { Client, type ClientOptions } from "./client.ts";
import { AnswerLost, ApiError } from "./rest/failures.ts";
import { RestClient } from "./rest/rest-client.ts";
import { type ApiKey, generateApiKey } from "./signing/api-key.ts";
import { generateWallet, type LocalWallet, type Wallet } from "./signing/wallet.ts";
import { venueChain } from "./venue-chain.ts";

export interface OpenedAccount {
  readonly accountId: string;
  /** False when the account had been opened before. */
  readonly isNew: boolean;
}

/**
 * Opens the account of a wallet under a builder.
 * @throws {ApiError} 15 for an unknown builder; {AnswerLost}
 */
export async function openAccount(rest: RestClient, wallet: Wallet, brokerId: string): Promise<OpenedAccount> {
  try {
    const { data } = await repeatedWhenLost(() => register(rest, wallet, brokerId));
    return { accountId: data.account_id, isNew: true };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errors.duplicate.code) throw error;
    return { accountId: accountIdOf(wallet.address, brokerId), isNew: false };
  }
}

async function register(rest: RestClient, wallet: Wallet, brokerId: string) {
  const { chainId } = await venueChain(rest);
  const { data, venueTimeMs } = await rest.send(registration.getNonce);
  const registrationNonce = Number(data.registration_nonce);
  // The signed time is the one that came with the nonce, not the clock's. Interface 5.1 rule 3.
  const message = { brokerId, chainId, timestamp: venueTimeMs, registrationNonce };
  const signature = await wallet.signTypedData(registrationTypedData(message));
  const body = { message: { ...message, chainType: "EVM" as const }, signature, userAddress: wallet.address };
  return rest.send(registration.openAccount, { body });
}

export interface KeyTerms {
  /** Comma-separated, from `read`, `trading` and `asset`; default `read,trading`. */
  readonly scope?: string | undefined;
  /** Lifetime of the key in milliseconds; default and maximum 365 days. */
  readonly validForMs?: number | undefined;
  /** The key's name in lists. */
  readonly tag?: string | undefined;
}

const yearMs = 365 * 24 * 3_600_000;

/**
 * Binds an API key to the account of a wallet; if the key is bound already, replaces its scope, expiration and tag. When an
 * answer is lost, the same message is sent again: if the first was carried out, the second changes nothing.
 * @throws {ApiError} -1006 when the account is not open; {AnswerLost}
 */
export async function bindKey(
  rest: RestClient,
  wallet: Wallet,
  brokerId: string,
  key: Pick<ApiKey, "publicKey">,
  terms: KeyTerms = {},
): Promise<void> {
  await bindAtGoodTime(rest, brokerId, key, terms, async (message) => {
    const signature = await wallet.signTypedData(addKeyTypedData(message));
    const { tag } = terms;
    const sent = { ...message, chainType: "EVM" as const, ...(tag !== undefined && { tag }) };
    const body = { message: sent, signature, userAddress: wallet.address };
    await repeatedWhenLost(() => rest.send(registration.bindKey, { body }));
  });
}

/**
 * Makes a binding message with a time that the venue accepts and sends it; sends a later one if the venue refuses the time.
 */
export async function bindAtGoodTime(
  rest: RestClient,
  brokerId: string,
  { publicKey }: Pick<ApiKey, "publicKey">,
  { scope = "read,trading", validForMs = yearMs }: KeyTerms,
  send: (message: AddKeyMessage) => Promise<void>,
): Promise<void> {
  const { chainId } = await venueChain(rest);
  const bindAt = (timestamp: number) => {
    const expiration = timestamp + validForMs;
    return send({ brokerId, chainId, key: publicKey, scope, timestamp, expiration });
  };
  try {
    await bindAt(rest.clock.now());
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errors.timestamp_expired.code) throw error;
    // Either this was the first answer of the venue and brought its time (a sandbox may be hours ahead), or the key was
    // bound before by a clock ahead of ours, and a message must be later than the last one.
    const last = Number(error.detail?.last_timestamp ?? 0);
    await bindAt(Math.max(rest.clock.now(), last + 1));
  }
}

/** The credentials to store: enough to come back with `new Client({ signer: … })`. */
export interface Credentials {
  readonly accountId: string;
  readonly brokerId: string;
  /** For the trading processes; `importApiKey` reads its secret. */
  readonly key: ApiKey;
  /**
   * The wallet made for this account when none was passed. It owns the account: keep its private key apart from the API key.
   */
  readonly wallet: LocalWallet | undefined;
}

export interface OnboardOptions extends Omit<ClientOptions, "signer" | "accountId"> {
  readonly brokerId: string;
  /** The wallet that owns the account; default a new one. */
  readonly wallet?: Wallet | undefined;
  readonly keyTerms?: KeyTerms | undefined;
  /** Whether to claim from the faucet, if there is one, for a new account. Default true. */
  readonly claimsFaucet?: boolean | undefined;
}

/** Opens an account, binds a new key, claims from a sandbox's faucet, and returns a client that can trade. */
export async function onboard(options: OnboardOptions): Promise<{ client: Client; credentials: Credentials }> {
  const made = generateWallet();
  const wallet = options.wallet ?? made;
  const rest = new RestClient(options);
  const { accountId, isNew } = await openAccount(rest, wallet, options.brokerId);
  const key = await generateApiKey();
  await bindKey(rest, wallet, options.brokerId, key, options.keyTerms);
  const client = new Client({ ...options, signer: { accountId, key } });
  await client.account.getClientInfo(); // The first signed call proves the credentials. Interface 4.1.
  if (isNew && (options.claimsFaucet ?? true)) await claimFaucet(client.rest, wallet.address, options.brokerId);
  return {
    client,
    credentials: { accountId, brokerId: options.brokerId, key, wallet: options.wallet ? undefined : made },
  };
}

/**
 * Claims test money for the account of a wallet from a sandbox's faucet.
 * @returns false when the venue has no faucet
 */
export async function claimFaucet(rest: RestClient, walletAddress: string, brokerId: string): Promise<boolean> {
  try {
    await rest.call(sandbox.claimFaucet, { body: { user_address: walletAddress, broker_id: brokerId } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === errors.path_not_found.http) return false;
    throw error;
  }
}

/**
 * Retries a step up to three times after lost answers. Only for steps that have the same result however often they
 * are carried out.
 */
export async function repeatedWhenLost<Value>(step: () => Promise<Value>): Promise<Value> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof AnswerLost) || attempts === 3) throw error;
    }
  }
}
