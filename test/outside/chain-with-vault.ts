// A real EVM node with the vault and its token, for tests of what clients do on the chain: nothing of a venue is in it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Deployment, deployVault, hashOfText, planDeployment, testUsdcAbi, vaultAbi } from "@evermark/contracts";
import { AnvilProcess } from "@evermark/venue/chain/local-node/anvil-process.ts";
import { findAnvil } from "@evermark/venue/chain/local-node/anvil-program.ts";
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  http,
  publicActions,
  walletActions,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

export type VaultChain = Awaited<ReturnType<typeof startVaultChain>>;

export async function startVaultChain(brokers: readonly string[] = ["demo"]) {
  const directory = mkdtempSync(join(tmpdir(), "evermark-chain-"));
  const program = findAnvil()!;
  const terms = { program, chainId: 196, port: 0, blockSeconds: 0, state: null, cache: join(directory, "anvil") };
  const anvil = await AnvilProcess.start(terms);
  const transport = http(anvil.url, { retryCount: 20, retryDelay: 20 });
  const reader = createPublicClient({ transport, pollingInterval: 10 });
  const control = createTestClient({ mode: "anvil", transport }).extend(publicActions).extend(walletActions);
  const account = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
  const walletOf = (signer: PrivateKeyAccount) => createWalletClient({ account: signer, transport });
  const giveGas = (address: Address) => control.setBalance({ address, value: 10n ** 21n });

  const [adminKey, operatorKey] = [generatePrivateKey(), generatePrivateKey()];
  const [owner, operator, guardian] = [privateKeyToAccount(adminKey), privateKeyToAccount(operatorKey), account()];
  for (const { address } of [owner, operator, guardian]) await giveGas(address);
  const plan = await planDeployment(reader, owner.address, {
    operator: operator.address,
    guardian: guardian.address,
    admins: [owner.address],
    timelockDelaySeconds: 172_800n,
    queueDelaySeconds: 86_400n,
    domainName: "SVC",
    brokers,
    tokens: [
      { symbol: "USDC", perWithdrawal: 10n ** 12n, perDay: 10n ** 12n, maxWithdrawFee: 10n ** 7n, depositLimit: 0n },
    ],
  });
  const deployment: Deployment = await deployVault(walletOf(owner), reader, plan);
  const usdc = deployment.tokens.USDC!;

  return {
    url: anvil.url,
    vault: deployment.vault,
    usdc,
    reader,
    control,
    operator: walletOf(operator),
    guardian: walletOf(guardian),
    owner: walletOf(owner),
    /** Of who proposes to the vault's timelock, and carries out. */
    adminKey,
    /** Of who pays withdrawals. */
    operatorKey,
    /** The block that the vault is in. */
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
      await reader.waitForTransactionReceipt({ hash });
      return { signer, wallet: walletOf(signer) };
    },
    /** Something that has code and no key. */
    async newContract(): Promise<Address> {
      const { address } = account();
      await control.setCode({ address, bytecode: "0x00" });
      return address;
    },
    /** The contract names who signs for its account. */
    async nameDelegate(contract: Address, delegateSigner: Address) {
      await giveGas(contract);
      await control.impersonateAccount({ address: contract });
      const args = [{ brokerHash: hashOfText("demo"), delegateSigner }] as const;
      const call = { address: deployment.vault, abi: vaultAbi, functionName: "delegateSigner", args } as const;
      const hash = await control.writeContract({ ...call, account: contract, chain: null });
      await reader.waitForTransactionReceipt({ hash });
    },
    async stop() {
      await anvil.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
