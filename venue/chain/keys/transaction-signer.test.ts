import { afterAll, expect, test } from "bun:test";
import { type Hex, recoverTransactionAddress, type TransactionSerializedEIP1559 } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { localSigner } from "./local-signer.ts";
import { remoteSigner } from "./remote-signer.ts";
import { ThreadedSigner } from "./threaded-signer.ts";
import type { OperatorTransaction } from "./transaction-signer.ts";

const key = generatePrivateKey();
const account = privateKeyToAccount(key);
const address = account.address.toLowerCase() as Hex;
const query: OperatorTransaction = {
  chainId: 196,
  nonce: 0,
  to: "0x6F7a338F2aA472838dEFD3283eB360d4Dff5D203",
  data: "0x12345678",
  gas: 300_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1n,
};

/** How the remote signer answers the next request. */
let answer: (body: { params: [Record<string, string>] }) => Response | Promise<Response>;
const remote = Bun.serve({ port: 0, fetch: async (request) => answer((await request.json()) as never) });
afterAll(() => remote.stop(true));
const signer = remoteSigner(remote.url.href, address, null);
const result = (content: unknown): Response => Response.json({ jsonrpc: "2.0", id: 1, result: content });
const signed = (changes: object = {}): Promise<Hex> =>
  account.signTransaction({ type: "eip1559", ...query, ...changes });
const refusal = (): Promise<string> =>
  signer.sign(query).then(String, (error: Error) => `${error.name}: ${error.message}`);

test("a thread signs with a local key, many transactions at once", async () => {
  const threaded = new ThreadedSigner({ kind: "key", key, address });
  const all = await Promise.all(Array.from({ length: 20 }, (_, nonce) => threaded.sign({ ...query, nonce })));
  expect(new Set(all.map(({ hash }) => hash)).size).toBe(20);
  const serializedTransaction = all[7]!.bytes as TransactionSerializedEIP1559;
  expect((await recoverTransactionAddress({ serializedTransaction })).toLowerCase()).toBe(address);
  const waits = threaded.sign(query);
  threaded.close();
  expect(waits).rejects.toThrow("the venue is shutting down");
});

test("a remote signer's signature of the requested transaction is accepted, in either form of answer", async () => {
  const expected = await localSigner(key).sign(query);
  answer = async () => result(await signed());
  expect(await signer.sign(query)).toEqual(expected);
  answer = async ({ params: [{ nonce, gas, from }] }) => {
    expect({ nonce, gas, from }).toEqual({ nonce: "0x0", gas: "0x493e0", from: address });
    return result({ raw: await signed(), tx: {} });
  };
  expect(await signer.sign(query)).toEqual(expected);
});

test("a remote signer that signs anything else is refused", async () => {
  const changes = {
    nonce: 1,
    to: "0x0000000000000000000000000000000000000001",
    data: "0x12345679",
    gas: 300_001n,
    maxFeePerGas: 2_000_000_001n,
    maxPriorityFeePerGas: 2n,
    chainId: 1,
  } as const;
  for (const [name, value] of Object.entries(changes)) {
    answer = async () => result(await signed({ [name]: value }));
    expect(await refusal()).toBe(`SigningFailed: the signer's answer is not what was asked for: another ${name}`);
  }
  answer = async () => result(await signed({ value: 1n }));
  expect(await refusal()).toContain("more than was asked");
  answer = async () => result(await signed({ accessList: [{ address: query.to, storageKeys: [] }] }));
  expect(await refusal()).toContain("more than was asked");
  answer = async () => result((await localSigner(generatePrivateKey()).sign(query)).bytes);
  expect(await refusal()).toContain("another account has signed it");
});

test("garbage, refusals, floods and silence of a remote signer end as a reason", async () => {
  for (const garbage of ["0x02", "0x02ffff", `0x02${"00".repeat(9_000)}`, "hello"]) {
    answer = () => result(garbage);
    expect(await refusal()).toContain("no transaction");
  }
  for (const nothing of [null, 5, {}, { raw: 5 }, []]) {
    answer = () => result(nothing);
    expect(await refusal()).toContain("signed nothing (HTTP 200): no reason given");
  }
  answer = () => Response.json({ error: { message: "account is locked" } }, { status: 403 });
  expect(await refusal()).toContain("signed nothing (HTTP 403): account is locked");
  answer = () => new Response("<html>");
  expect(await refusal()).toContain("signed nothing");
  answer = () => new Response("x".repeat(100_000));
  expect(await refusal()).toContain("too long");
  answer = () => Response.redirect("http://127.0.0.1:1/");
  expect(await refusal()).toContain("can't be reached");
  const unreachable = remoteSigner("http://user:secret@127.0.0.1:1/", address, null);
  const said = await unreachable.sign(query).then(String, (error: Error) => error.message);
  expect(said).toContain("can't be reached");
  expect(said).not.toContain("secret");
});
