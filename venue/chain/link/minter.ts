// Mints test USDC, gives gas and makes blocks on a sandbox's own chain. Transactions are sent one after the other.

import { receiptOf, testUsdcAbi } from "@evermark/contracts";
import { createTestClient, createWalletClient, type Hex, http, parseEther, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { TOKEN_HASH } from "../vault/ask-vault.ts";

interface MinterParts {
  /** The node's URL, which may change. */
  readonly url: () => string;
  readonly key: Hex;
  readonly vault: Hex;
  readonly token: Hex;
}

/** The least gas balance that a wallet has afterwards: enough for thousands of transactions. */
const GAS = parseEther("1");

export class Minter {
  readonly #parts: MinterParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: MinterParts) {
    this.#parts = parts;
  }

  /** @param amount in millionths; no account is credited for it. @throws errors of the node */
  intoVault(amount: bigint): Promise<Hex> {
    const { vault } = this.#parts;
    return this.#send({ functionName: "mintInto", args: [vault, TOKEN_HASH, amount] });
  }

  /** @param amount in millionths. @returns the transaction. @throws errors of the node */
  async forWallet(wallet: Hex, amount: bigint): Promise<Hex> {
    const client = createTestClient({ mode: "anvil", transport: http(this.#parts.url()) }).extend(publicActions);
    if ((await client.getBalance({ address: wallet })) < GAS) await client.setBalance({ address: wallet, value: GAS });
    return this.#send({ functionName: "mint", args: [wallet, amount] });
  }

  /** Makes an empty block with the present time. @throws errors of the node */
  async makeBlock(): Promise<void> {
    await createTestClient({ mode: "anvil", transport: http(this.#parts.url()) }).mine({ blocks: 1 });
  }

  #send(
    call:
      | { readonly functionName: "mint"; readonly args: readonly [Hex, bigint] }
      | { readonly functionName: "mintInto"; readonly args: readonly [Hex, Hex, bigint] },
  ): Promise<Hex> {
    const sent = this.#last.then(async () => {
      const account = privateKeyToAccount(this.#parts.key);
      const wallet = createWalletClient({ account, transport: http(this.#parts.url()) }).extend(publicActions);
      const request = { address: this.#parts.token, abi: testUsdcAbi, chain: null, ...call } as const;
      const hash = await wallet.writeContract(request as Parameters<typeof wallet.writeContract>[0]);
      const { status } = await receiptOf(wallet, hash, `${call.functionName} of test USDC`, 20_000);
      if (status !== "success") throw new Error(`${call.functionName} failed on the chain`);
      return hash;
    });
    this.#last = sent.catch(() => {});
    return sent;
  }
}
