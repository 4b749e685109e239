// A real chain with the real vault, for tests of its readers. Blocks are mined only when a test says so.

import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import {
  deployVault,
  hashOfText,
  planDeployment,
  receiptOf,
  testUsdcAbi,
  VAULT_DELAYS,
  vaultAbi,
} from "@evermark/contracts";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import {
  type Account,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  type PublicActions,
  publicActions,
  stringToBytes,
  type TestActions,
  testActions,
  type WalletClient,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { takenUp } from "./taken-up.ts";

const CHAIN_ID = 196;
export const BROKERS = ["demo", "foreign"] as const;
/** A contract that makes the same deposit a given number of times, in one transaction. */
const REPEATER: Hex = "0x00000000000000000000000000000000000e9ea7";

type Client = WalletClient<ReturnType<typeof http>, undefined, Account> & PublicActions & TestActions;

export interface Depositing {
  readonly wallet: Hex;
  /** In the token's smallest unit. */
  readonly amount: bigint;
  readonly brokerId?: (typeof BROKERS)[number];
  /** Which of the two payers sends it: transactions of one payer can't overtake each other. */
  readonly payer?: 0 | 1;
}

const PAYERS = ["payer", "another payer"].map((name) => privateKeyToAccount(keccak256(stringToBytes(name)))) as [
  PrivateKeyAccount,
  PrivateKeyAccount,
];

export class AnvilVault {
  #nonces: [number, number] = [0, 0];
  /** Transactions sent since the last block. */
  readonly #sent: Hex[] = [];

  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    readonly client: Client,
    readonly vault: Hex,
    readonly token: Hex,
    readonly deployedBlock: number,
  ) {}

  static async start(): Promise<AnvilVault> {
    const { child, url } = await startAnvil();
    const [payer] = PAYERS;
    const client = createWalletClient({ account: payer, transport: http(url, { retryCount: 0 }), cacheTime: 0 })
      .extend(publicActions)
      .extend(testActions({ mode: "anvil" })) as unknown as Client;
    for (const { address } of PAYERS) await client.setBalance({ address, value: 10n ** 24n });
    const plan = await planDeployment(client as never, payer.address, termsFor(payer.address));
    const { vault, tokens, block } = await deployVault(client as never, client as never, plan);
    const lower = (address: string): Hex => address.toLowerCase() as Hex;
    const chain = new AnvilVault(child, url, client, lower(vault), lower(tokens.USDC!), Number(block));
    await chain.#prepare();
    return chain;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await ended;
  }

  /** The first block contains everything sent before: it is waited for, so that a later look finds it. */
  async mine(blocks = 1): Promise<void> {
    const sent = this.#sent.splice(0);
    await this.client.mine({ blocks });
    for (const hash of sent) await receiptOf(this.client, hash, "what the block is to have");
  }

  /**
   * Signs a transaction with one deposit, or many equal ones, without sending it: the same bytes can be sent several
   * times.
   */
  async deposit({ wallet, amount, brokerId = "demo", payer = 0 }: Depositing, times = 1): Promise<Hex> {
    const input = {
      accountId: accountIdOf(wallet, brokerId),
      brokerHash: hashOfText(brokerId),
      tokenHash: hashOfText("USDC"),
      tokenAmount: amount,
    };
    const call = encodeFunctionData({ abi: vaultAbi, functionName: "depositTo", args: [wallet, input] });
    if (times === 1) return this.#sign(payer, { to: this.vault, data: call, gas: 300_000n });
    const data: Hex = `${call}${times.toString(16).padStart(64, "0")}`;
    return this.#sign(payer, { to: REPEATER, data, gas: 100_000n + 60_000n * BigInt(times) });
  }

  /** Sends a transaction, which the next block will contain. @returns the transaction's hash */
  async send(raw: Hex): Promise<Hex> {
    return this.#takenUp(await this.client.sendRawTransaction({ serializedTransaction: raw }));
  }

  async #takenUp(hash: Hex): Promise<Hex> {
    await takenUp(this.client, hash);
    this.#sent.push(hash);
    return hash;
  }

  /** The repeating contract names a signer for its account. @returns the contract */
  async nameDelegate(signer: Hex): Promise<Hex> {
    const input = { brokerHash: hashOfText("demo"), delegateSigner: signer };
    const data = encodeFunctionData({ abi: vaultAbi, functionName: "delegateSigner", args: [input] });
    const call = { to: this.vault, data, chain: null, gas: 300_000n } as const;
    await this.#takenUp(await this.client.sendTransaction({ account: REPEATER, ...call }));
    return REPEATER;
  }

  /** Reads the payers' nonces from the chain again, after a reorganisation. */
  async recount(): Promise<void> {
    this.#sent.length = 0;
    const [first, second] = PAYERS.map(({ address }) => this.client.getTransactionCount({ address }));
    this.#nonces = [await first!, await second!];
  }

  async #prepare(): Promise<void> {
    const { client, vault, token } = this;
    await this.recount();
    const approval = encodeFunctionData({ abi: testUsdcAbi, functionName: "approve", args: [vault, 2n ** 255n] });
    for (const owner of [...PAYERS.map(({ address }) => address), REPEATER]) {
      const minting = encodeFunctionData({ abi: testUsdcAbi, functionName: "mint", args: [owner, 10n ** 15n] });
      await this.#prepared(await this.send(await this.#sign(0, { to: token, data: minting, gas: 200_000n })));
    }
    for (const payer of [0, 1] as const) {
      await this.#prepared(await this.send(await this.#sign(payer, { to: token, data: approval, gas: 200_000n })));
    }
    await client.setBalance({ address: REPEATER, value: 10n ** 24n });
    await client.impersonateAccount({ address: REPEATER });
    await this.#prepared(await client.sendTransaction({ account: REPEATER, to: token, data: approval, chain: null }));
    await client.setCode({ address: REPEATER, bytecode: repeaterOf(vault) });
    await client.setAutomine(false);
  }

  /** Waits for the block, while blocks are still mined automatically: later changes to the chain could come before it. */
  async #prepared(hash: Hex): Promise<void> {
    await receiptOf(this.client, hash, "what the chain is prepared with");
    this.#sent.length = 0;
  }

  #sign(payer: 0 | 1, call: { readonly to: Hex; readonly data: Hex; readonly gas: bigint }): Promise<Hex> {
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n };
    return PAYERS[payer].signTransaction({ chainId: CHAIN_ID, nonce: this.#nonces[payer]++, ...call, ...fees });
  }
}

/** Bytecode that calls the vault with its call data without the last word, as often as the last word says. */
function repeaterOf(vault: Hex): Hex {
  const copyData = "36600060003760203603";
  const count = "8035";
  const callVault = `5b60006000836000600073${vault.slice(2)}5af150`;
  const onceLess = "6001900380600c5700";
  return `0x${copyData}${count}${callVault}${onceLess}`;
}

function termsFor(admin: Hex) {
  const unlimited = 10n ** 18n;
  const caps = {
    perWithdrawal: unlimited,
    perDay: unlimited,
    perAccountDay: unlimited,
    maxWithdrawFee: 0n,
    depositLimit: 0n,
  };
  return {
    ...{ operator: admin, guardian: admin, attesters: [admin], attesterThreshold: 1, delays: VAULT_DELAYS },
    ...{
      admins: [admin],
      cancellers: [REPEATER],
      cancelQuorum: 1,
      timelockDelaySeconds: 0n,
      queueDelaySeconds: 3_600n,
    },
    ...{ domainName: "SVC", brokers: BROKERS, tokens: [{ symbol: "USDC", ...caps }] },
  };
}

async function startAnvil(): Promise<{ child: ChildProcess; url: string }> {
  const wrapper = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json"));
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const program = wrapper.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`);
  const terms = ["--port", "0", "--chain-id", String(CHAIN_ID), "--accounts", "1", "--order", "fifo"];
  const child = spawn(program, terms, { stdio: ["ignore", "pipe", "inherit"] });
  // However the test's process ends, its chain ends with it.
  process.once("exit", () => child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /^Listening on (\S+)$/.exec(line)?.[1];
    if (address === undefined) continue;
    // Its further output is not used, but has to be read so that it does not fill the pipe.
    child.stdout!.resume();
    return { child, url: `http://${address}` };
  }
  throw new Error(`anvil ended with ${child.exitCode ?? child.signalCode} before it listened`);
}
