// The client library moves money on a real EVM node with the real vault: with a viem wallet client, with an imitation
// of a browser extension, and when wallet, chain or user do not do as they are asked.

import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import {
  accountIdOf,
  ChainError,
  type ChainWallet,
  Client,
  type DepositProgress,
  deposit,
  followDeposit,
  followWithdrawal,
  generateApiKey,
  importWallet,
  type WithdrawalProgress,
  withdraw,
} from "@evermark/client";
import { paymentTypedData, receiptOf, vaultAbi } from "@evermark/contracts";
import { vaultContractAbi } from "@evermark/interface/chain/vault-contract.ts";
import { takenUp } from "@evermark/venue/chain/testing/taken-up.ts";
import {
  createNonceManager,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  parseEventLogs,
  stringToHex,
  toEventSelector,
  toFunctionSelector,
} from "viem";
import { jsonRpc } from "viem/nonce";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";
import { FakeVenueLedger } from "./outside/fake-venue-ledger.ts";
import { SwitchedNode } from "./outside/switched-node.ts";

let chain: VaultChain;
beforeAll(async () => {
  chain = await startVaultChain();
});
afterAll(() => chain.stop());

const ledgers: FakeVenueLedger[] = [];
afterEach(async () => {
  for (const ledger of ledgers.splice(0)) ledger.stop();
  await chain.control.setAutomine(true);
});

/** A wallet with 1,000 USDC, and its account at a venue that has seen nothing yet. */
async function newDepositor() {
  const { signer, wallet } = await chain.newWallet(1_000_000_000n);
  const ledger = new FakeVenueLedger(chain, signer.address);
  ledgers.push(ledger);
  const key = await generateApiKey();
  const client = new Client({ baseUrl: ledger.url, signer: { accountId: accountIdOf(signer.address, "demo"), key } });
  return { signer, wallet, ledger, client };
}

/** The venue's row for a deposit that it has seen. */
function row(transaction: string, trans_status: "PENDING" | "COMPLETED" | "FAILED", amount = 250) {
  return { id: transaction, tx_id: transaction, side: "DEPOSIT" as const, amount, fee: 0, trans_status };
}

/** The error with which the work fails. */
async function failure(work: Promise<unknown>): Promise<ChainError> {
  const error = await work.then(
    (value) => new Error(`it succeeded: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ChainError)) throw error;
  return error;
}

const pollMs = 5;

test("the vault's interface in the client library is the vault's own", () => {
  const selector = (each: (typeof vaultAbi)[number] | (typeof vaultContractAbi)[number]): string | undefined => {
    if (each.type === "function") return `${toFunctionSelector(each)} ${each.outputs.map(({ type }) => type)}`;
    if (each.type === "event")
      return `${toEventSelector(each)} ${each.inputs.map((input) => "indexed" in input && input.indexed)}`;
    return each.type === "error" ? `${each.name}(${each.inputs.map(({ type }) => type)})` : undefined;
  };
  const known = new Set(vaultAbi.map(selector));
  expect(vaultContractAbi.map(selector).filter((each) => !known.has(each))).toEqual([]);
});

describe("a deposit", () => {
  test("is approved, sent, confirmed and credited, with progress reported at each step", async () => {
    const { wallet, ledger, client, signer } = await newDepositor();
    const progress: DepositProgress[] = [];
    ledger.onLook = async () => {
      const at = progress.at(-1);
      if (at?.step !== "confirming") return;
      if (at.confirmations < 2) await chain.control.mine({ blocks: 1 });
      else ledger.rows[0] = row(at.transaction, "COMPLETED");
    };
    const done = await deposit({ client, wallet, amount: "250", onProgress: (at) => progress.push(at), pollMs });
    const { transaction } = done;
    expect(done).toEqual({ transaction, amount: 250 });
    const approval = progress[1]!.transaction!;
    expect(progress).toEqual([
      { step: "approving", transaction: undefined },
      { step: "approving", transaction: approval },
      { step: "depositing", transaction: undefined },
      { step: "depositing", transaction },
      { step: "confirming", transaction, confirmations: 0, required: 2 },
      { step: "confirming", transaction, confirmations: 1, required: 2 },
      { step: "confirming", transaction, confirmations: 2, required: 2 },
      { step: "credited", transaction },
    ]);
    const { logs } = await receiptOf(chain.reader, transaction, "the deposit");
    const [event] = parseEventLogs({ abi: vaultAbi, eventName: "AccountDepositTo", logs });
    expect(event!.args).toMatchObject({ accountId: accountIdOf(signer.address, "demo"), tokenAmount: 250_000_000n });
    const token = { address: chain.usdc, abi: erc20Abi } as const;
    // No allowance is left that the vault could use later.
    const args = [signer.address, chain.vault] as const;
    expect(await chain.reader.readContract({ ...token, functionName: "allowance", args })).toBe(0n);
  });

  test("comes from an injected wallet, which is asked to switch to the venue's chain", async () => {
    const { ledger, client, signer } = await newDepositor();
    const injected = injectedWallet(signer, { chainId: 1 });
    const progress: DepositProgress[] = [];
    ledger.onLook = () => {
      const at = progress.at(-1);
      if (at?.step === "confirming") ledger.rows[0] = row(at.transaction, "COMPLETED", 0.000001);
    };
    const onProgress = (at: DepositProgress) => progress.push(at);
    expect(await deposit({ client, wallet: injected, amount: 0.000001, onProgress, pollMs })).toMatchObject({
      amount: 0.000001,
    });
    expect(injected.asked.filter((method) => method.startsWith("wallet_"))).toEqual(["wallet_switchEthereumChain"]);
  });

  test("is priced in the way the chain supports, with a single gas price where there is no other", async () => {
    const { ledger, client, signer } = await newDepositor();
    const passed = chain.walletOf(signer);
    const isOld = { now: false };
    const wallet: ChainWallet = {
      account: passed.account,
      async request(args) {
        const answer = await passed.request(args as never);
        if (!isOld.now || args.method !== "eth_getBlockByNumber") return answer;
        const { baseFeePerGas: _, ...block } = answer as Record<string, unknown>;
        return block;
      },
    };
    for (const type of ["eip1559", "legacy"] as const) {
      isOld.now = type === "legacy";
      const sent: Hex[] = [];
      ledger.onLook = () => {
        ledger.rows[0] ??= row(sent.at(-1)!, "COMPLETED", 1);
      };
      const onProgress = ({ transaction }: DepositProgress) => transaction !== undefined && sent.push(transaction);
      await deposit({ client, wallet, amount: 1, onProgress, pollMs });
      const types = sent.map(async (hash) => (await chain.reader.getTransaction({ hash })).type);
      expect(new Set(await Promise.all(types))).toEqual(new Set([type]));
      ledger.rows.length = 0;
    }
  });

  test("takes its nonces from the program that counts them for the wallet", async () => {
    const { ledger, client, signer } = await newDepositor();
    const { account, request } = chain.walletOf(signer);
    const nonceManager = createNonceManager({ source: jsonRpc() });
    const wallet = { account: { ...account, nonceManager }, request } as ChainWallet;
    const sent: Hex[] = [];
    ledger.onLook = () => {
      ledger.rows[0] ??= row(sent.at(-1)!, "COMPLETED", 1);
    };
    const onProgress = ({ transaction }: DepositProgress) => transaction !== undefined && sent.push(transaction);
    await deposit({ client, wallet, amount: 1, onProgress, pollMs });
    const places = [...new Set(sent)].map(async (hash) => (await chain.reader.getTransaction({ hash })).nonce);
    expect(await Promise.all(places)).toEqual([0, 1]);
    const of = { address: signer.address, chainId: await chain.reader.getChainId(), client: chain.reader };
    expect(await nonceManager.get(of)).toBe(2);
  });

  test("is not sent by a wallet that was switched to another chain meanwhile", async () => {
    const { client, signer } = await newDepositor();
    const injected = injectedWallet(signer, { chainId: 1 });
    const wavering: ChainWallet = {
      request(args) {
        const isGone = args.method === "eth_chainId" && injected.asked.includes("eth_call");
        return isGone ? Promise.resolve("0x1") : injected.request(args);
      },
    };
    expect((await failure(deposit({ client, wallet: wavering, amount: 1, pollMs }))).reason).toBe("wrong_chain");
    expect(injected.asked).not.toContain("eth_sendTransaction");
  });

  test("that the user rejects in the wallet moves nothing and asks for nothing more", async () => {
    const { ledger, client, signer } = await newDepositor();
    for (const refused of ["eth_requestAccounts", "wallet_switchEthereumChain", "eth_sendTransaction"]) {
      const injected = injectedWallet(signer, { chainId: 1, refused });
      expect((await failure(deposit({ client, wallet: injected, amount: 1, pollMs }))).reason).toBe("rejected");
      expect(injected.asked.at(-1)).toBe(refused);
    }
    expect(ledger.rows).toEqual([]);
    expect(await balanceOf(signer.address)).toBe(1_000_000_000n);
  });

  test("is not begun when it can't end well", async () => {
    const { wallet, ledger, client, signer } = await newDepositor();
    const reasonOf = async (amount: string | number = 1, by: ChainWallet = wallet) =>
      (await failure(deposit({ client, wallet: by, amount, pollMs }))).reason;
    expect(await reasonOf(1000.000001)).toBe("not_enough_tokens");
    const other = await chain.newWallet(1n);
    expect(await reasonOf(1, other.wallet)).toBe("wrong_account");
    expect(deposit({ client, wallet, amount: "0.0000001" })).rejects.toThrow("more than 6 decimals: 0.0000001");
    expect(deposit({ client, wallet, amount: -1 })).rejects.toThrow("a deposit is more than nothing: -1");
    expect(await reasonOf(1, injectedWallet(signer, { chainId: 1, isStubborn: true }))).toBe("wrong_chain");
    ledger.facts = { ...ledger.facts, token: other.signer.address };
    expect(await reasonOf()).toBe("wrong_vault");
    ledger.facts = { ...ledger.facts, token: undefined, subAccount: true };
    expect(await reasonOf()).toBe("wrong_account");
    ledger.facts = { ...ledger.facts, subAccount: false, hasChain: false };
    expect(await reasonOf()).toBe("no_chain");
    expect(await chain.reader.getTransactionCount({ address: signer.address })).toBe(0);
  });

  test("reports what is wrong when chain or vault give an unexpected answer", async () => {
    const { wallet, ledger, client, signer } = await newDepositor();
    const failing = async (answers: Readonly<Record<string, () => unknown>>) =>
      failure(deposit({ client, wallet: answering(signer, answers), amount: 1, pollMs }));
    const feeOf = toFunctionSelector("getDepositFee(address,(bytes32,bytes32,bytes32,uint128))");
    const reverting = (data: Hex) => () => {
      throw Object.assign(new Error("execution reverted"), { code: 3, data });
    };
    const unknown = await failing({ [feeOf]: reverting("0xdeadbeef") });
    expect(unknown).toMatchObject({
      reason: "reverted",
      message: "the chain refuses it: an error that the vault's interface does not name, 0xdeadbeef",
    });
    expect(await failing({ [feeOf]: reverting(toFunctionSelector("EnforcedPause()")) })).toMatchObject({
      reason: "vault_paused",
    });
    expect(await failing({ [feeOf]: reverting(toFunctionSelector("BrokerNotAllowed()")) })).toMatchObject({
      message: "the chain refuses it: BrokerNotAllowed",
    });
    expect((await failing({ [feeOf]: reverting("0x") })).message).toBe("the chain refuses it: no reason given");
    expect((await failing({ [feeOf]: () => "0x" })).reason).toBe("wrong_vault");
    expect((await failing({ [feeOf]: () => "0x12" })).reason).toBe("wrong_vault");
    const away = await failing({
      eth_getCode: () => {
        throw new Error("the extension is asleep");
      },
    });
    expect(away.reason).toBe("node_failed");
    expect(away.message).toStartWith("the chain could not be asked: ");
    await chain.control.setBalance({ address: signer.address, value: 0n });
    expect((await failure(deposit({ client, wallet, amount: 1, pollMs }))).reason).toBe("not_enough_gas");
    ledger.facts = { ...ledger.facts, token: chain.vault };
    expect((await failure(deposit({ client, wallet, amount: 1, pollMs }))).reason).toBe("wrong_vault");
    expect(await chain.reader.getTransactionCount({ address: signer.address })).toBe(0);
  });

  test("is not begun while the vault is paused", async () => {
    const { wallet, client } = await newDepositor();
    const snapshot = await chain.control.snapshot();
    const pause = { address: chain.vault, abi: vaultAbi, functionName: "emergencyPause", chain: null } as const;
    await chain.guardian.writeContract(pause);
    expect((await failure(deposit({ client, wallet, amount: 1, pollMs }))).reason).toBe("vault_paused");
    await chain.control.revert({ id: snapshot });
  });

  test("ends for a caller that gives up, and can be followed by its transaction on another page", async () => {
    const { wallet, ledger, client, signer } = await newDepositor();
    const left = new AbortController();
    let transaction: Hex | undefined;
    const onProgress = (at: DepositProgress) => {
      transaction = at.transaction;
      if (at.step === "confirming") left.abort(new Error("the page was closed"));
    };
    const first = deposit({ client, wallet, amount: 5, onProgress, signal: left.signal, pollMs });
    expect(first).rejects.toThrow("the page was closed");
    await first.catch(() => {});
    ledger.onLook = () => {
      ledger.rows[0] = row(transaction!, "COMPLETED", 5);
    };
    const followed = { client, wallet: chain.walletOf(signer), transaction: transaction!, pollMs };
    expect(await followDeposit(followed)).toEqual({ transaction: transaction!, amount: 5 });
  });

  test("is followed under the hash of the transaction that a wallet sent in its place", async () => {
    const { wallet, ledger, client, signer } = await newDepositor();
    await approveAll(signer);
    await chain.control.setAutomine(false);
    let first: Hex | undefined;
    let second: Hex | undefined;
    let looks = 0;
    const onProgress = (at: DepositProgress) => {
      if (at.step === "depositing" && first === undefined) first = at.transaction;
      if (at.step === "confirming") ledger.rows[0] = row(at.transaction, "COMPLETED");
    };
    ledger.onLook = async () => {
      looks += 1;
      if (looks !== 2) return;
      const { nonce, input, gas } = await chain.reader.getTransaction({ hash: first! });
      const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n };
      second = await wallet.sendTransaction({ to: chain.vault, data: input, nonce, gas, ...fees, chain: null });
      await takenUp(chain.control, second);
      await chain.control.mine({ blocks: 1 });
    };
    const done = await deposit({ client, wallet, amount: 250, onProgress, pollMs });
    expect(done).toEqual({ transaction: second!, amount: 250 });
    expect(second).not.toBe(first);
  });

  test("whose nonce another transaction used has failed", async () => {
    const { wallet, ledger, client, signer } = await newDepositor();
    await approveAll(signer);
    await chain.control.setAutomine(false);
    let looks = 0;
    let transaction: Hex | undefined;
    ledger.onLook = async () => {
      looks += 1;
      if (looks !== 2) return;
      const { nonce } = await chain.reader.getTransaction({ hash: transaction! });
      const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n };
      await takenUp(chain.control, await wallet.sendTransaction({ to: signer.address, nonce, ...fees, chain: null }));
      await chain.control.mine({ blocks: 1 });
    };
    const onProgress = (at: DepositProgress) => {
      transaction = at.transaction;
    };
    const over = await failure(deposit({ client, wallet, amount: 250, onProgress, pollMs }));
    expect(over).toMatchObject({ reason: "replaced", transaction });
  });

  test("that the chain forgets, and the venue gave up, has failed", async () => {
    const { wallet, ledger, client } = await newDepositor();
    const snapshot = await chain.control.snapshot();
    let isForgotten = false;
    let transaction: Hex | undefined;
    const onProgress = (at: DepositProgress) => {
      if (at.step === "confirming") transaction = at.transaction;
    };
    ledger.onLook = async () => {
      if (transaction === undefined || isForgotten) return;
      isForgotten = true;
      await chain.control.revert({ id: snapshot });
      ledger.rows[0] = row(transaction, "FAILED");
    };
    const over = await failure(deposit({ client, wallet, amount: 250, onProgress, pollMs }));
    expect(over).toMatchObject({ reason: "dropped", transaction });
  });

  test("is waited for while the node is away, which is reported", async () => {
    const { client, ledger, signer } = await newDepositor();
    const door = new SwitchedNode();
    door.leadTo(chain.url);
    const wallet = createWalletClient({ account: signer, transport: http(door.url, { retryCount: 0 }) });
    const unanswered: Error[] = [];
    const onProgress = ({ step, transaction }: DepositProgress) => {
      // The node is away twice: while the approval is awaited, and while the deposit is.
      if (transaction !== undefined && (step === "approving" || step === "confirming")) door.leadTo(null);
      if (step === "confirming") ledger.onLook = () => void ledger.rows.splice(0, 1, row(transaction!, "PENDING"));
    };
    const onUnanswered = (error: Error) => {
      unanswered.push(error);
      door.leadTo(chain.url);
      const [seen] = ledger.rows;
      if (seen !== undefined) ledger.onLook = () => void ledger.rows.splice(0, 1, row(seen.tx_id, "COMPLETED"));
    };
    expect((await deposit({ client, wallet, amount: 250, onProgress, onUnanswered, pollMs })).amount).toBe(250);
    expect(unanswered).toHaveLength(2);
    await door.stop();
  });

  test("of another account is not waited for", async () => {
    const { client, wallet } = await newDepositor();
    const stranger = await chain.newWallet(1_000_000n);
    const transaction = await approveAll(stranger.signer);
    expect((await failure(followDeposit({ client, wallet, transaction, pollMs }))).reason).toBe("wrong_vault");
    const mistyped: Hex = `0x${"1".repeat(64)}`;
    expect((await failure(followDeposit({ client, wallet, transaction: mistyped, pollMs }))).reason).toBe("unknown");
  });
});

describe("a withdrawal", () => {
  test("is signed so that the vault pays it, and followed to the transaction that paid", async () => {
    const { wallet, ledger, client, signer } = await newDepositor();
    await fundVault(signer, 250_000_000n);
    const progress: WithdrawalProgress[] = [];
    const soon = Date.now() + 30_000;
    // A slightly later estimate is not reported again; a day in the vault's queue is.
    const estimates = [soon, soon + 1_000, soon + 86_400_000];
    ledger.onLook = async () => {
      const row = ledger.rows[0];
      if (row === undefined || progress.at(-1)?.step === "signing") return;
      if (row.trans_status === "PENDING") row.trans_status = "PENDING_REBALANCE";
      else if (row.trans_status === "PENDING_REBALANCE") {
        row.tx_id = await pay(ledger);
        row.trans_status = "PROCESSING";
      } else if (estimates.length > 0) row.estimated_time = estimates.shift()!;
      else row.trans_status = "COMPLETED";
    };
    const onProgress = (at: WithdrawalProgress) => progress.push(at);
    const done = await withdraw({ client, wallet, amount: 250, onProgress, pollMs });
    const { withdrawId, transaction } = done;
    expect(done).toEqual({ withdrawId: 1, transaction, received: 249 });
    expect(progress).toEqual([
      { step: "signing" },
      { step: "accepted", withdrawId },
      { step: "waiting", withdrawId },
      { step: "sent", withdrawId, transaction, estimatedAt: null },
      { step: "sent", withdrawId, transaction, estimatedAt: soon },
      { step: "sent", withdrawId, transaction, estimatedAt: soon + 86_400_000 },
      { step: "paid", withdrawId, transaction },
    ]);
    // The node can have a transaction's receipt a moment before the state behind it.
    while ((await balanceOf(signer.address)) !== 999_000_000n) await Bun.sleep(1);
    // As another page would follow it.
    expect(await followWithdrawal({ client, withdrawId, pollMs })).toEqual(done);
    const { reason, message } = await failure(followWithdrawal({ client, withdrawId: 999, pollMs }));
    expect({ reason, message }).toEqual({
      ...{ reason: "unknown", message: "the account has no withdrawal 999 among its latest 500" },
    });
  });

  test("needs only a signature from the wallet", async () => {
    const { ledger, client, signer } = await newDepositor();
    const message = () => ledger.withdrawals.map(({ signature }) => signature);
    const settle = () => {
      for (const row of ledger.rows) row.trans_status = "COMPLETED";
    };
    ledger.onLook = settle;
    await withdraw({ client, wallet: signer, amount: 2, pollMs });
    await withdraw({ client, wallet: injectedWallet(signer, { chainId: 196 }), amount: 2, pollMs });
    expect(message().every((signature) => /^0x[0-9a-f]{130}$/.test(signature))).toBe(true);
    expect(ledger.withdrawals.map(({ userAddress }) => userAddress)).toEqual([signer.address, signer.address]);
    const other = importWallet(`0x${"12".repeat(32)}`);
    expect((await failure(withdraw({ client, wallet: other, amount: 2, pollMs }))).reason).toBe("wrong_account");
    const refusing = injectedWallet(signer, { chainId: 196, refused: "eth_signTypedData_v4" });
    expect((await failure(withdraw({ client, wallet: refusing, amount: 2, pollMs }))).reason).toBe("rejected");
    expect(ledger.withdrawals).toHaveLength(2);
  });

  test("of a contract is signed by its signer, and the vault pays the contract", async () => {
    const { signer, wallet } = await chain.newWallet(1n);
    const contract = await chain.newContract();
    const ledger = new FakeVenueLedger(chain, contract);
    ledgers.push(ledger);
    const key = await generateApiKey();
    const client = new Client({ baseUrl: ledger.url, signer: { accountId: accountIdOf(contract, "demo"), key } });
    await chain.nameDelegate(contract, signer.address);
    const { signer: payer } = await chain.newWallet(9_000_000n);
    await fundVault(payer, 9_000_000n, contract);
    ledger.onLook = async () => {
      const row = ledger.rows[0];
      if (row === undefined) return;
      row.tx_id = await pay(ledger);
      row.trans_status = "COMPLETED";
      ledger.onLook = () => {};
    };
    expect(await withdraw({ client, wallet, contract, amount: 9, pollMs })).toMatchObject({ received: 8 });
    expect(ledger.withdrawals[0]).toMatchObject({
      message: { delegateContract: contract, receiver: contract.toLowerCase() },
      userAddress: signer.address,
    });
    expect(await balanceOf(contract)).toBe(8_000_000n);
    expect(await balanceOf(signer.address)).toBe(1n);
    // Neither the signer's own account nor another contract's account.
    expect((await failure(withdraw({ client, wallet, amount: 1, pollMs }))).message).toStartWith("the wallet is 0x");
    const other = await failure(withdraw({ client, wallet, contract: payer.address, amount: 1, pollMs }));
    expect(other.reason).toBe("wrong_account");
    expect(other.message).toStartWith("the contract is 0x");
    expect(ledger.withdrawals).toHaveLength(1);
  });

  test("whose answer is lost is found, and not asked for twice", async () => {
    const { ledger, client, signer } = await newDepositor();
    const settle = () => {
      for (const row of ledger.rows) row.trans_status = "COMPLETED";
    };
    ledger.onLook = settle;
    await withdraw({ client, wallet: signer, amount: 3, pollMs });
    ledger.losses = 1;
    const done = await withdraw({ client, wallet: signer, amount: 3, pollMs });
    expect(done).toMatchObject({ withdrawId: 2, received: 2 });
    expect(ledger.withdrawals).toHaveLength(2);
  });

  test("that was not paid reports that the money is back", async () => {
    const { ledger, client, signer } = await newDepositor();
    ledger.onLook = () => {
      for (const row of ledger.rows) row.trans_status = "FAILED";
    };
    const over = await failure(withdraw({ client, wallet: signer, amount: 3, pollMs }));
    expect(over).toMatchObject({
      reason: "refunded",
      message: "withdrawal 1 was not paid: 3 USDC are in the balance again",
    });
  });
});

function balanceOf(address: Hex): Promise<bigint> {
  return chain.reader.readContract({ address: chain.usdc, abi: erc20Abi, functionName: "balanceOf", args: [address] });
}

type Signer = Awaited<ReturnType<VaultChain["newWallet"]>>["signer"];

/** Approves everything that the wallet has, so that a test is about the deposit alone. */
async function approveAll(signer: Signer): Promise<Hex> {
  const args = [chain.vault, 2n ** 255n] as const;
  const approve = { address: chain.usdc, abi: erc20Abi, functionName: "approve", args, chain: null } as const;
  const hash = await chain.walletOf(signer).writeContract(approve);
  await receiptOf(chain.reader, hash, "the approval");
  return hash;
}

const usdcHash = keccak256(stringToHex("USDC"));

async function fundVault(signer: Signer, tokenAmount: bigint, to: Hex = signer.address): Promise<void> {
  await approveAll(signer);
  const data = {
    accountId: accountIdOf(to, "demo"),
    brokerHash: keccak256(stringToHex("demo")),
    tokenHash: usdcHash,
    tokenAmount,
  };
  const args = [to, data] as const;
  const call = { address: chain.vault, abi: vaultAbi, functionName: "depositTo", args, chain: null } as const;
  const hash = await chain.walletOf(signer).writeContract(call);
  await receiptOf(chain.reader, hash, "the deposit");
}

/** Pays a requested withdrawal, as an operator does. */
async function pay(ledger: FakeVenueLedger): Promise<Hex> {
  const { message, signature } = ledger.withdrawals.at(-1)!;
  const sender = message.receiver as Hex;
  const data = {
    accountId: accountIdOf(sender, String(message.brokerId)),
    brokerHash: keccak256(stringToHex(String(message.brokerId))),
    ...{ tokenHash: usdcHash, tokenAmount: BigInt(message.amount!), fee: 1_000_000n, sender, receiver: sender },
    withdrawNonce: BigInt(message.withdrawNonce!),
  };
  const { receiver: _, ...payment } = data;
  const deadline = BigInt(message.timestamp!) / 1_000n + 86_400n;
  const attested = paymentTypedData({ chainId: 196, vault: chain.vault }, { ...payment, deadline });
  const attestations = [await chain.operator.signTypedData(attested)];
  const signedBy = [BigInt(message.timestamp!), signature, deadline, attestations] as const;
  const args = [data, String(message.brokerId), "USDC", ...signedBy] as const;
  const call = { address: chain.vault, abi: vaultAbi, functionName: "withdraw", args, chain: null } as const;
  const hash = await chain.operator.writeContract(call);
  await receiptOf(chain.reader, hash, "the payment");
  return hash;
}

/** The same wallet on a chain that answers differently, by the RPC method or by the vault's function that is called. */
function answering(signer: Signer, answers: Readonly<Record<string, () => unknown>>): ChainWallet {
  const { account, request } = chain.walletOf(signer);
  return {
    account,
    async request(args) {
      const [called] = (args.params ?? []) as readonly { readonly data?: Hex }[];
      const answer = answers[args.method] ?? answers[called?.data?.slice(0, 10) ?? ""];
      return answer === undefined ? request(args as never) : answer();
    },
  };
}

interface Extension {
  readonly chainId: number;
  /** The method that the user rejects. */
  readonly refused?: string;
  /** Whether it refuses to switch chains. */
  readonly isStubborn?: boolean;
}

/** An imitation of a browser extension: it has the key, asks its user, and passes all other calls to a node. */
function injectedWallet(signer: Signer, { chainId, refused, isStubborn = false }: Extension) {
  const wallet = chain.walletOf(signer);
  const asked: string[] = [];
  let current = chainId;
  const answer = async (method: string, params: unknown): Promise<unknown> => {
    if (method === "eth_requestAccounts") return [signer.address];
    if (method === "eth_chainId") return `0x${current.toString(16)}`;
    if (method === "wallet_switchEthereumChain") {
      if (!isStubborn) current = Number((params as { chainId: string }[])[0]!.chainId);
      return null;
    }
    if (method === "eth_sendTransaction") {
      const [{ to, data, value }] = params as [{ to: Hex; data: Hex; value?: Hex }];
      return wallet.sendTransaction({ to, data, value: BigInt(value ?? 0), chain: null });
    }
    if (method === "eth_signTypedData_v4") return signer.signTypedData(JSON.parse((params as [string, string])[1]));
    return wallet.request({ method, params } as never);
  };
  return {
    asked,
    request({ method, params }: { readonly method: string; readonly params?: unknown }): Promise<unknown> {
      asked.push(method);
      if (method === refused)
        return Promise.reject(Object.assign(new Error("User rejected the request."), { code: 4001 }));
      return answer(method, params);
    },
  };
}
