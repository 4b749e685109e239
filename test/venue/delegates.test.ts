// A contract's account, from the chain's statement of who signs for it to its last withdrawal: what its signer can do,
// and what no other wallet can. The sandbox's control stands in for the chain. Rules 9.6 and 9.7, Appendix C.5.

import { beforeAll, describe, expect, test } from "bun:test";
import { bindDelegateKey, Client, confirmDelegate, generateApiKey, generateWallet, RestClient } from "@evermark/client";
import { blank, expectRefusal, expectSuccess, INVALID, type Refusal } from "./outside/expected-refusal.ts";
import { type Answer, call, post } from "./outside/outside-caller.ts";
import { EVERY_SCOPE, holdingOf } from "./outside/outside-funds.ts";
import { ApiKey } from "./outside/outside-key.ts";
import {
  ADD_KEY,
  LEDGER_DOMAIN,
  newWallet,
  REGISTRATION,
  SETTLE_PNL,
  signTyped,
  type Wallet,
  WITHDRAW,
} from "./outside/outside-wallet.ts";
import { accepted, newTrader, Trader, venueTime, YEAR_MS } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();

const CONTRACT_FIELD = { name: "delegateContract", type: "address" } as const;
const DELEGATE_SIGNER = [CONTRACT_FIELD, ...REGISTRATION, { name: "txHash", type: "bytes32" }];
const NO_CHAIN: Refusal = [400, -1011, "no chain tells this venue what it would have to know for this"];
const MISMATCH: Refusal = [400, 9, "address and signature do not match"];

type Members = Readonly<Record<string, unknown>>;
interface Changes {
  readonly signer?: Wallet;
  readonly message?: Members;
  readonly body?: Members;
}

/** An address without a key, like a contract's. */
const newContract = () => newWallet().address;

async function announce(contract: string, signer: Wallet, brokerId = "demo"): Promise<string> {
  const named = { delegate_contract: contract, broker_id: brokerId, delegate_signer: signer.address };
  return String(accepted(await post(`${venue.url}/sandbox/delegate`, named)).data.tx_hash);
}

async function confirm(contract: string, signer: Wallet, txHash: string, changes: Changes = {}): Promise<Answer> {
  const nonce = await call(`${venue.url}/v1/registration_nonce`);
  const message = {
    delegateContract: contract,
    brokerId: "demo",
    chainId: 196,
    timestamp: nonce.json.timestamp!,
    registrationNonce: String(nonce.data.registration_nonce),
    txHash,
    ...changes.message,
  };
  const typed = { primaryType: "DelegateSigner", fields: DELEGATE_SIGNER, message };
  const signature = await signTyped(changes.signer ?? signer, typed);
  return post(`${venue.url}/v1/delegate_signer`, { message, signature, userAddress: signer.address, ...changes.body });
}

async function bindKey(contract: string, signer: Wallet, key: string, changes: Changes = {}): Promise<Answer> {
  const timestamp = await venueTime(venue.url);
  const terms = { key, scope: EVERY_SCOPE, timestamp, expiration: timestamp + YEAR_MS };
  const message = { delegateContract: contract, brokerId: "demo", chainId: 196, ...terms, ...changes.message };
  const fields = [CONTRACT_FIELD, ...ADD_KEY];
  const signature = await signTyped(changes.signer ?? signer, { primaryType: "DelegateAddDexApiKey", fields, message });
  return post(`${venue.url}/v1/delegate_svc_key`, { message, signature, userAddress: signer.address, ...changes.body });
}

/** Sends a settlement or a withdrawal of the contract's account, signed by the wallet of its trader. */
async function ledger(trader: Trader, contract: string, kind: "settle" | "withdraw", changes: Changes = {}) {
  const [path, fields, primaryType] =
    kind === "settle"
      ? (["/v1/delegate_settle_pnl", SETTLE_PNL, "DelegateSettlePnl"] as const)
      : (["/v1/delegate_withdraw_request", WITHDRAW, "DelegateWithdraw"] as const);
  const nonce = accepted(await trader.get(`/v1/${kind}_nonce`)).data[`${kind}_nonce`];
  const terms =
    kind === "settle"
      ? { settleNonce: nonce }
      : { receiver: contract, token: "USDC", amount: "5000000", withdrawNonce: nonce };
  const common = { delegateContract: contract, brokerId: "demo", chainId: 196, timestamp: trader.now() };
  const message: Members = { ...common, ...terms, ...changes.message };
  const { verifyingContract } = LEDGER_DOMAIN;
  const signature = await signTyped(changes.signer ?? trader.wallet, {
    domain: LEDGER_DOMAIN,
    primaryType,
    fields: [CONTRACT_FIELD, ...fields],
    message,
  });
  const userAddress = trader.wallet.address;
  return trader.post(path, { message, signature, userAddress, verifyingContract, ...changes.body });
}

/** A contract with a confirmed signer, who has a key of every scope and money from the faucet. */
async function newContractTrader(): Promise<{ contract: string; trader: Trader }> {
  const [contract, signer, key] = [newContract(), newWallet(), new ApiKey()];
  const confirmed = accepted(await confirm(contract, signer, await announce(contract, signer)));
  const bound = accepted(await bindKey(contract, signer, key.name));
  accepted(await post(`${venue.url}/v1/faucet/usdc`, { user_address: contract, broker_id: "demo" }));
  const skew = bound.json.timestamp! - Date.now();
  return { contract, trader: new Trader(venue.url, signer, String(confirmed.data.account_id), key, skew) };
}

describe("without the chain's statement", () => {
  test("every call of a delegate is refused before any signature is looked at", async () => {
    const [contract, signer] = [newContract(), newWallet()];
    const body = { signature: "0x" };
    expectRefusal(await confirm(contract, signer, `0x${"12".repeat(32)}`, { body }), NO_CHAIN);
    expectRefusal(await bindKey(contract, signer, new ApiKey().name, { body }), NO_CHAIN);
    const trader = await newTrader(venue.url, { scope: EVERY_SCOPE });
    expectRefusal(await ledger(trader, trader.wallet.address, "settle", { body }), NO_CHAIN);
    expectRefusal(await ledger(trader, trader.wallet.address, "withdraw", { body }), NO_CHAIN);
  });

  test("no delegate gets the account of a wallet that signs for itself, whatever the chain says", async () => {
    const trader = await newTrader(venue.url, { scope: EVERY_SCOPE });
    const thief = newWallet();
    const txHash = await announce(trader.wallet.address, thief);
    expectRefusal(await confirm(trader.wallet.address, thief, txHash), [400, -1012]);
    expectRefusal(await bindKey(trader.wallet.address, thief, new ApiKey().name), NO_CHAIN);
    expectSuccess(await trader.get("/v1/client/info"));
  });
});

describe("the signer whom a contract has named", () => {
  let contract: string;
  let signer: Wallet;
  let txHash: string;
  beforeAll(async () => {
    [contract, signer] = [newContract(), newWallet()];
    txHash = await announce(contract, signer);
  });

  test("is not any other wallet, nor valid for another builder, chain, contract or transaction", async () => {
    const other = newWallet();
    expectRefusal(await confirm(contract, other, txHash), MISMATCH);
    expectRefusal(await confirm(contract, signer, txHash, { signer: other }), MISMATCH);
    expectRefusal(await confirm(contract, signer, txHash, { message: { chainId: 1 } }), MISMATCH);
    expectRefusal(await confirm(contract, signer, txHash, { message: { brokerId: "elsewhere" } }), NO_CHAIN);
    expectRefusal(await confirm(contract, signer, txHash, { message: { brokerId: "" } }), blank("brokerId"));
    expectRefusal(await confirm(contract, signer, txHash, { message: { brokerId: "a:b" } }), [400, 15]);
    expectRefusal(await confirm(contract, signer, `0x${"ab".repeat(32)}`), [400, -1006]);
    expectRefusal(await confirm(contract, signer, txHash, { body: { signature: "0x12" } }), [400, 3]);
    const malformed: readonly Members[] = [{ txHash: "0x12" }, { delegateContract: "0x12" }, { timestamp: "soon" }];
    for (const message of malformed) {
      const body = { message: { delegateContract: contract, brokerId: "demo", chainId: 196, txHash, ...message } };
      expectRefusal(await confirm(contract, signer, txHash, { body }), INVALID);
    }
    expectRefusal(await confirm(contract, signer, txHash, { body: { message: null } }), blank("message"));
    const late = await venueTime(venue.url);
    expectRefusal(await confirm(contract, signer, txHash, { message: { timestamp: late + 60_000 } }), [400, 10]);
  });

  test("opens the contract's account, whose id follows from its address and the builder", async () => {
    const confirmed = accepted(await confirm(contract, signer, txHash));
    const found = await call(`${venue.url}/v1/get_account?address=${contract}&broker_id=demo`);
    expect(confirmed.data).toEqual({ ...found.data, valid_signer: signer.address.toLowerCase() });
    // A delegate that lost the answer tries again, with a new nonce.
    expect(accepted(await confirm(contract, signer, txHash)).data).toEqual(confirmed.data);
  });

  test("binds the account's keys, and no other wallet does", async () => {
    const key = new ApiKey().name;
    const other = newWallet();
    expectRefusal(await bindKey(contract, other, key), MISMATCH);
    expectRefusal(await bindKey(contract, signer, key, { signer: other }), MISMATCH);
    expectRefusal(await bindKey(contract, signer, key, { message: { chainId: 1 } }), MISMATCH);
    expectRefusal(await bindKey(contract, signer, "ed25519:1", {}), [400, -1005, "key is invalid"]);
    expectRefusal(await bindKey(contract, signer, key, { message: { scope: "all" } }), [
      400,
      -1005,
      "scope is invalid",
    ]);
    expectRefusal(await bindKey(contract, signer, key, { body: { signature: "0x12" } }), [400, 3]);
    expectRefusal(await bindKey(contract, signer, key, { message: { timestamp: 1_000 } }), [400, 2]);
    expectRefusal(await bindKey(contract, signer, key, { message: { expiration: 1_000 } }), [400, -1005]);
    const bound = accepted(await bindKey(contract, signer, key));
    expect(bound.data).toEqual({ id: expect.any(Number), svc_key: key });
  });
});

test("a contract's account trades, settles, and is paid to the contract alone", async () => {
  const { contract, trader } = await newContractTrader();
  expectSuccess(await trader.order());
  expectSuccess(await trader.delete("/v1/orders"));
  expect(accepted(await ledger(trader, contract, "settle")).data).toEqual({ settle_pnl_id: expect.any(Number) });

  const elsewhere = newContract();
  const ofEither: readonly [Changes, Refusal][] = [
    [{ message: { delegateContract: elsewhere } }, MISMATCH],
    [{ message: { brokerId: "other" } }, [400, 15]],
    [{ message: { timestamp: 1_000 } }, [400, 2]],
    [{ signer: newWallet() }, MISMATCH],
    [{ body: { userAddress: contract } }, MISMATCH],
    [{ body: { signature: "0x12" } }, [400, 3]],
    [{ body: { verifyingContract: contract } }, [400, 29, "Verify contract is invalid"]],
  ];
  const ofWithdrawals: readonly [Changes, Refusal][] = [
    [{ message: { receiver: elsewhere } }, [400, 30, "Receiver is invalid"]],
    [{ message: { receiver: trader.wallet.address } }, [400, 30, "Receiver is invalid"]],
    [{ message: { chainId: 1 } }, [400, 32]],
    [{ message: { chainId: 1, allowCrossChainWithdraw: true } }, [400, 31]],
    [{ message: { token: "USDT" } }, [400, 33]],
    [{ message: { amount: "0" } }, [400, 5]],
    [{ message: { amount: "10000000001" } }, [400, 5]],
    [{ message: { withdrawNonce: 999 } }, [400, 10]],
  ];
  for (const [changes, refusal] of [...ofEither, ...ofWithdrawals]) {
    expectRefusal(await ledger(trader, contract, "withdraw", changes), refusal);
  }
  const ofSettlements: readonly [Changes, Refusal][] = [
    [{ message: { chainId: 1 } }, [400, 31]],
    [{ message: { settleNonce: 999 } }, [400, 10]],
  ];
  for (const [changes, refusal] of [...ofEither, ...ofSettlements]) {
    expectRefusal(await ledger(trader, contract, "settle", changes), refusal);
  }
  expect(await holdingOf(trader)).toBe(10_000);
  // Its money can't leave in any other way.
  const friend = await newTrader(venue.url, { scope: EVERY_SCOPE });
  const receiver_list = [{ account_id: friend.accountId, amount: 1 }];
  expectRefusal(await trader.post("/v1/internal_transfer", { token: "USDC", receiver_list }), [400, -1012]);
  expect(await holdingOf(trader)).toBe(10_000);
  expect(accepted(await ledger(trader, contract, "withdraw")).data).toEqual({ withdraw_id: expect.any(Number) });
  expect(await holdingOf(trader)).toBe(9_995);
});

test("a signer who is replaced can't sign any more, and the keys he bound stop working", async () => {
  const { contract, trader } = await newContractTrader();
  const second = newWallet();
  const txHash = await announce(contract, second);
  // The new signer is named, but not confirmed yet.
  expectSuccess(await trader.get("/v1/client/info"));
  expectSuccess(await confirm(contract, second, txHash));
  expectRefusal(await trader.get("/v1/client/info"), [401, -1002, "api key error"]);
  expectRefusal(await bindKey(contract, trader.wallet, trader.key.name), MISMATCH);
  const key = new ApiKey();
  expectSuccess(await bindKey(contract, second, key.name));
  const newer = new Trader(venue.url, second, trader.accountId, key, trader.skew);
  expectRefusal(await ledger(newer, contract, "withdraw", { signer: trader.wallet }), MISMATCH);
  expectSuccess(await ledger(newer, contract, "withdraw"));
});

test("a replaced signer can't come back with the transaction that once named him", async () => {
  const [contract, first, second] = [newContract(), newWallet(), newWallet()];
  const old = await announce(contract, first);
  expectSuccess(await confirm(contract, first, old));
  const newer = await announce(contract, second);
  expectRefusal(await confirm(contract, first, old), [400, -1006]);
  expectRefusal(await confirm(contract, first, newer), MISMATCH);
  expectSuccess(await confirm(contract, second, newer));
  expectRefusal(await confirm(contract, first, old), [400, -1006]);
});

test("the client library confirms a contract's signer, and trades, restricts and removes its keys", async () => {
  const rest = new RestClient({ baseUrl: venue.url });
  const signer = generateWallet();
  const account = { contract: newContract(), brokerId: "demo" };
  const named = { delegate_contract: account.contract, broker_id: "demo", delegate_signer: signer.address };
  const { tx_hash } = await new Client({ baseUrl: venue.url }).sandbox.announceDelegate(named);
  const accountId = await confirmDelegate(rest, signer, account, tx_hash);
  const [key, spare] = [await generateApiKey(), await generateApiKey()];
  for (const each of [key, spare]) await bindDelegateKey(rest, signer, account, each);
  const client = new Client({ baseUrl: venue.url, signer: { accountId, key } });
  expect((await client.account.getClientInfo()).account_id).toBe(accountId);

  const svc_key = spare.publicKey;
  await client.keys.setRestriction({ svc_key, ip_restriction_list: "192.0.2.0/24" });
  expect(await client.keys.getRestriction({ svc_key })).toMatchObject({ ip_restriction_list: ["192.0.2.0/24"] });
  const elsewhere = new Client({ baseUrl: venue.url, signer: { accountId, key: spare } });
  await expect(elsewhere.account.getClientInfo()).rejects.toThrow("ip is not allowed");
  await client.keys.resetRestriction({ svc_key, reset_mode: "ALLOW_ALL_IPS" });
  expect((await elsewhere.account.getClientInfo()).account_id).toBe(accountId);
  await client.keys.removeKey({ svc_key });
  await expect(elsewhere.account.getClientInfo()).rejects.toThrow("api key error");
  expect((await client.keys.getKeys({ key_status: "ACTIVE" })).rows.map((row) => row.svc_key)).toEqual([key.publicKey]);
  const { receiver_address } = await client.receivers.getAddress({ chain_id: 1 });
  expect(receiver_address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect((await client.receivers.getEvents()).rows).toEqual([]);
});
