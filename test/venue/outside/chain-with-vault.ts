// A real EVM node with the vault and its token, for tests of what clients do on the chain; no venue is involved.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Deployment,
  deployVault,
  hashOfText,
  planDeployment,
  receiptOf,
  testUsdcAbi,
  VAULT_DELAYS,
  vaultAbi,
} from "@evermark/contracts";
import { AnvilProcess } from "@evermark/venue/chain/local-node/anvil-process.ts";
import { findAnvil } from "@evermark/venue/chain/local-node/anvil-program.ts";
import { unpackState, writeState } from "@evermark/venue/chain/local-node/state-file.ts";
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  publicActions,
  walletActions,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

export type VaultChain = Awaited<ReturnType<typeof startVaultChain>>;

interface Attested {
  readonly keys: readonly Hex[];
  readonly threshold: number;
}

/** @param attested the attesters whose signatures payments need; by default the operator alone */
export async function startVaultChain(brokers: readonly string[] = ["demo"], attested: Attested | null = null) {
  const directory = mkdtempSync(join(tmpdir(), "evermark-chain-"));
  const program = findAnvil()!;
  const beginsAt = Math.floor(Date.now() / 1_000);
  const place = { program, port: 0, cache: join(directory, "anvil") };
  const terms = { ...place, chainId: 196, blockSeconds: 0, beginsAt, state: null };
  let anvil = await AnvilProcess.start(terms);
  const { url, port } = anvil;
  const transport = http(url, { retryCount: 20, retryDelay: 20 });
  const reader = createPublicClient({ transport, pollingInterval: 10 });
  const control = createTestClient({ mode: "anvil", transport }).extend(publicActions).extend(walletActions);
  const account = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
  const walletOf = (signer: PrivateKeyAccount) => createWalletClient({ account: signer, transport });
  const giveGas = (address: Address) => control.setBalance({ address, value: 10n ** 21n });

  const [adminKey, operatorKey] = [generatePrivateKey(), generatePrivateKey()];
  const cancellerKeys = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()] as const;
  const [owner, operator, guardian] = [privateKeyToAccount(adminKey), privateKeyToAccount(operatorKey), account()];
  for (const { address } of [owner, operator, guardian]) await giveGas(address);
  const token = {
    ...{ symbol: "USDC", perWithdrawal: 10n ** 12n, perDay: 10n ** 12n, perAccountDay: 10n ** 11n },
    ...{ maxWithdrawFee: 10n ** 7n, depositLimit: 0n },
  };
  const roles = {
    operator: operator.address,
    guardian: guardian.address,
    attesters: (attested?.keys ?? [operatorKey]).map((key) => privateKeyToAccount(key).address),
    attesterThreshold: attested?.threshold ?? 1,
    admins: [owner.address, account().address],
    cancellers: cancellerKeys.map((key) => privateKeyToAccount(key).address),
    cancelQuorum: 2,
    delays: VAULT_DELAYS,
    timelockDelaySeconds: 172_800n,
    queueDelaySeconds: 86_400n,
    brokers,
  };
  const plan = await planDeployment(reader, owner.address, { ...roles, domainName: "SVC", tokens: [token] });
  const deployment: Deployment = await withBlocks(control, deployVault(walletOf(owner), reader, plan));
  const usdc = deployment.tokens.USDC!;

  return {
    url,
    vault: deployment.vault,
    usdc,
    reader,
    control,
    operator: walletOf(operator),
    guardian: walletOf(guardian),
    owner: walletOf(owner),
    /** The key of the admin who proposes to the vault's timelock and executes proposals. */
    adminKey,
    /** The keys of the cancellers, two of whom can cancel a proposal. */
    cancellerKeys,
    /** The key of the operator, who pays withdrawals. */
    operatorKey,
    /** The block in which the vault was deployed. */
    deployedBlock: deployment.block,
    walletOf,
    giveGas,
    /** A wallet with gas, and with test USDC in millionths. */
    async newWallet(amount: bigint, signer = account()) {
      await giveGas(signer.address);
      const args = [signer.address, amount] as const;
      const hash = await walletOf(owner).writeContract({
        ...{ address: usdc, abi: testUsdcAbi, functionName: "mint", args, chain: null },
      });
      await withBlocks(control, receiptOf(reader, hash, "test USDC for a wallet"));
      return { signer, wallet: walletOf(signer) };
    },
    /** Another vault with the same roles, terms and token, and a domain name of its own. */
    async anotherVault(domainName: string) {
      const tokens = [{ ...token, address: usdc }];
      const next = await planDeployment(reader, owner.address, { ...roles, domainName, tokens });
      const { vault, block } = await withBlocks(control, deployVault(walletOf(owner), reader, next));
      return { vault, deployedBlock: block };
    },
    /** An address that has code and no key. */
    async newContract(): Promise<Address> {
      const { address } = account();
      await control.setCode({ address, bytecode: "0x00" });
      return address;
    },
    /** Makes the contract name the signer of its account. */
    async nameDelegate(contract: Address, delegateSigner: Address) {
      await giveGas(contract);
      await control.impersonateAccount({ address: contract });
      const args = [{ brokerHash: hashOfText("demo"), delegateSigner }] as const;
      const call = { address: deployment.vault, abi: vaultAbi, functionName: "delegateSigner", args } as const;
      const hash = await control.writeContract({ ...call, account: contract, chain: null });
      await withBlocks(control, receiptOf(reader, hash, "the name of a delegate"));
    },
    /** Kills the node at once: its whole state is lost, unless the test has a dump of it. */
    killNode: () => anvil.kill(),
    /**
     * Starts the node again on its former port.
     * @param dump of the chain to continue, as `anvil_dumpState` returned it; null for a new chain
     */
    async startNode(dump: Hex | null) {
      const [packed, unpacked] = [join(directory, "state.json.gz"), join(directory, "state.json")];
      if (dump !== null) await writeState(packed, dump);
      if (dump !== null) await unpackState(packed, unpacked);
      const state = dump === null ? null : unpacked;
      do {
        await anvil.kill();
        anvil = await AnvilProcess.start({ ...terms, port, state, beginsAt: dump === null ? beginsAt - 1 : beginsAt });
        // Another process may have taken the port for a moment.
      } while (anvil.port !== port);
      await reader.getChainId();
    },
    async stop() {
      await anvil.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const BLOCK_MS = 1_000;

/**
 * Awaits the setup of a chain while its blocks are made automatically. Now and then the node makes no block for a
 * transaction, so this mines some.
 */
export async function withBlocks<Done>(
  control: { mine(blocks: { blocks: number }): Promise<void> },
  preparing: Promise<Done>,
): Promise<Done> {
  const timer = setInterval(() => void control.mine({ blocks: 1 }).catch(() => {}), BLOCK_MS);
  try {
    return await preparing;
  } finally {
    clearInterval(timer);
  }
}
