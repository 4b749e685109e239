// Requests by thieves, nodes and mistakes: each is refused by its name, and nothing is signed.

import { afterEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { depositReceiverAbi, hashOfText, vaultAbi } from "@evermark/contracts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { encodeFunctionData, type Hex, numberToHex, zeroAddress, zeroHash } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { localSigner } from "../keys/local-signer.ts";
import { remoteSigner } from "../keys/remote-signer.ts";
import { proofHeaders, type SignerSecret } from "../keys/signer-secret.ts";
import type { OperatorTransaction } from "../keys/transaction-signer.ts";
import { AuditLog } from "./audit-log.ts";
import { parsePolicy } from "./policy.ts";
import { SignatureCounts } from "./signature-counts.ts";
import { REFUSALS, type RefusalName } from "./signer-refusals.ts";
import { type RunningSigner, serveSigner } from "./signer-server.ts";

const VAULT: Hex = `0x${"5a".repeat(20)}`;
const FORMER: Hex = `0x${"f0".repeat(20)}`;
const FACTORY: Hex = `0x${"fa".repeat(20)}`;
const SECRET: SignerSecret = { kind: "hmac", secret: "s".repeat(32) };
const key = generatePrivateKey();
const { address } = localSigner(key);
const POLICY = `
gas_price_max = 100
[[allow]]
chain_id = 196
to = "${VAULT}"
function = "withdraw"
gas_max = 3000000
per_hour = 3
per_day = 4
amount_max = 100
amount_per_day = 150
[[allow]]
chain_id = 196
to = "${VAULT}"
function = "payQueued"
gas_max = 3000000
per_hour = 100
per_day = 100
[[allow]]
chain_id = 196
to = "${FORMER}"
function = "moveToSuccessor"
gas_max = 3000000
per_hour = 100
per_day = 100
[[allow]]
chain_id = 56
to = "${FACTORY}"
function = "sweep"
gas_max = 5000000
per_hour = 100
per_day = 100
[[allow]]
chain_id = 196
function = "fill"
gas_max = 21000
per_hour = 1
per_day = 1
`;
const USDC = 1_000_000n;

interface World {
  now: number;
  readonly server: RunningSigner;
  readonly audit: AuditLog;
  readonly path: string;
  readonly directory: Disposable;
}

let open: World[] = [];
afterEach(async () => {
  for (const { server, audit, directory } of open) {
    await server.stop();
    await audit.close();
    directory[Symbol.dispose]();
  }
  open = [];
});

async function began({ policy = POLICY, log = "" } = {}): Promise<World> {
  const directory = temporaryDirectory();
  const path = join(directory.path, "signer.log");
  writeFileSync(path, log);
  const world = { now: 1_800_000_000_000 } as { now: number };
  const { log: audit, signed } = await AuditLog.open(path, world.now);
  const server = serveSigner({
    ...{ host: "127.0.0.1", port: 0, signer: localSigner(key), policy: parsePolicy(policy, "policy.toml"), audit },
    ...{ secret: SECRET.secret, before: new SignatureCounts(signed), now: () => world.now },
  });
  const whole = Object.assign(world, { server, audit, path, directory });
  open.push(whole);
  return whole;
}

interface Withdrawal {
  readonly amount: bigint;
  readonly number: bigint;
  readonly token: string;
}

function withdrawal({ amount = 10n * USDC, number = 1n, token = "USDC" }: Partial<Withdrawal> = {}): Hex {
  const terms = {
    ...{ accountId: hashOfText("an account"), brokerHash: hashOfText("demo"), tokenHash: hashOfText(token) },
    ...{ tokenAmount: amount, fee: USDC, sender: VAULT, receiver: VAULT, withdrawNonce: number },
  };
  return encodeFunctionData({
    abi: vaultAbi,
    functionName: "withdraw",
    args: [terms, "demo", token, 1n, "0x", 1n, []],
  });
}

const TRANSACTION: OperatorTransaction = {
  ...{ chainId: 196, nonce: 0, to: VAULT, data: withdrawal(), gas: 300_000n },
  ...{ maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n },
};

/** A request as any caller would write it; `changes` are applied to the transaction. */
function bodyOf(transaction: Partial<OperatorTransaction>, changes: object = {}, more: object = {}): string {
  const { chainId, nonce, to, data, gas, maxFeePerGas, maxPriorityFeePerGas } = { ...TRANSACTION, ...transaction };
  const numbers = { chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas };
  const written = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, numberToHex(value)]));
  const query = { from: address, to, data, value: "0x0", type: "0x2", ...written, ...changes };
  return JSON.stringify({ jsonrpc: "2.0", id: 7, method: "eth_signTransaction", params: [query], ...more });
}

async function send(world: World, body: string, headers = proofHeaders(SECRET, body, world.now)) {
  const response = await fetch(world.server.url, { method: "POST", body, headers });
  const { result, error, id } = (await response.json()) as {
    result?: Hex;
    id: unknown;
    error?: { message: string; data: { refusal: RefusalName } };
  };
  return { status: response.status, id, result, refusal: error?.data.refusal, message: error?.message };
}

const lines = ({ path }: World) =>
  readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Each body provokes one refusal, from a signer that signs valid requests. */
const PROVOKED: Partial<Record<RefusalName, string | readonly string[]>> = {
  malformed_request: [
    ..."{|[]|null|5|{}".split("|"),
    JSON.stringify({ method: "eth_signTransaction", params: {} }),
    JSON.stringify({ method: "eth_signTransaction", params: [] }),
    JSON.stringify({ method: "eth_signTransaction", params: [null] }),
    bodyOf({}, { gas: 300_000 }),
    bodyOf({}, { gas: "0x00493e0" }),
    bodyOf({}, { gas: `0x${"f".repeat(64)}` }),
    bodyOf({}, { nonce: "0xffffffffffffffff" }),
    bodyOf({}, { to: null }),
    bodyOf({}, { data: "0x1" }),
    bodyOf({}, { data: undefined }),
    bodyOf({}, { input: "0x12345678" }),
    bodyOf({}, { blobVersionedHashes: [] }),
    bodyOf({}, { gasPrice: "0x1" }),
  ],
  method_not_allowed: ["eth_sign", "personal_sign", "eth_signTypedData_v4", "eth_accounts", "eth_sendTransaction"].map(
    (method) => bodyOf({}, {}, { method }),
  ),
  sender_not_allowed: [bodyOf({}, { from: VAULT }), bodyOf({}, { from: undefined })],
  type_not_allowed: ["0x0", "0x1", "0x3", "0x4", undefined].map((type) => bodyOf({}, { type })),
  value_not_allowed: [bodyOf({}, { value: "0x1" }), bodyOf({}, { value: 0 }), bodyOf({}, { value: "0x" })],
  access_list_not_allowed: [bodyOf({}, { accessList: [{ address: VAULT, storageKeys: [] }] })],
  chain_not_allowed: [bodyOf({ chainId: 1 }), bodyOf({ chainId: 0 }), bodyOf({ chainId: 197 })],
  recipient_not_allowed: [bodyOf({ to: zeroAddress }), bodyOf({ to: address }), bodyOf({ to: `0x${"5b".repeat(20)}` })],
  function_not_allowed: [
    bodyOf({ data: "0x" }),
    bodyOf({ data: "0xa9059cbb" }),
    bodyOf({ data: encodeFunctionData({ abi: vaultAbi, functionName: "changeOperator", args: [address] }) }),
    bodyOf({ data: encodeFunctionData({ abi: vaultAbi, functionName: "emergencyPause" }) }),
    bodyOf({ data: encodeFunctionData({ abi: vaultAbi, functionName: "fund", args: [zeroHash, 1n] }) }),
  ],
  arguments_malformed: [bodyOf({ data: `${withdrawal()}00` })],
  token_not_allowed: [bodyOf({ data: withdrawal({ token: "DAI" }) })],
  gas_above_limit: [bodyOf({ gas: 3_000_001n })],
  gas_price_above_limit: [
    bodyOf({ maxFeePerGas: 100_000_000_001n }),
    bodyOf({ maxPriorityFeePerGas: 100_000_000_001n }),
  ],
  amount_above_limit: [bodyOf({ data: withdrawal({ amount: 100n * USDC + 1n }) })],
};

for (const [name, bodies] of Object.entries(PROVOKED)) {
  test(`${name}: nothing is signed, and it is written down`, async () => {
    const world = await began();
    for (const body of bodies as readonly string[]) {
      const { status, result, refusal, message } = await send(world, body);
      expect({ body, status, result, refusal }).toEqual({
        ...{ body, status: REFUSALS[name as RefusalName][0], result: undefined, refusal: name as RefusalName },
      });
      expect(message).toStartWith(`${name}: `);
      expect(lines(world).at(-1)).toMatchObject({ outcome: "refused", refusal: name });
    }
    // The same signer signs a valid request.
    expect((await send(world, bodyOf({}))).result).toStartWith("0x02");
  });
}

test("a caller without the secret, with another, or with a bearer token gets nothing; strangers do not fill the disk", async () => {
  const world = await began();
  const body = bodyOf({});
  const proof = proofHeaders(SECRET, body, world.now);
  const wrong: Record<string, string>[] = [
    {},
    proofHeaders({ kind: "hmac", secret: "t".repeat(32) }, body, world.now),
    proofHeaders({ kind: "bearer", secret: SECRET.secret }, body, world.now),
    proofHeaders(SECRET, bodyOf({ nonce: 1 }), world.now),
    { ...proof, "evermark-time": String(world.now + 1) },
    { ...proof, "evermark-number": "0".repeat(32) },
    { ...proof, "evermark-signature": proof["evermark-signature"]!.toUpperCase() },
    { ...proof, "evermark-signature": "" },
  ];
  for (const headers of wrong) {
    expect(await send(world, body, headers)).toMatchObject({ status: 401, refusal: "not_authenticated" });
  }
  expect(lines(world)).toHaveLength(1);
  world.now += 1_000;
  await send(world, body, {});
  expect(lines(world).at(-1)).toMatchObject({ refusal: "not_authenticated", times: wrong.length });
  expect((await fetch(world.server.url)).status).toBe(405);
  const flood = await fetch(world.server.url, { method: "POST", body: "x".repeat(100_000), headers: proof });
  expect(flood.status).toBe(413);
});

test("a request is accepted once, for half a minute, and not if it was made before the signer started", async () => {
  const world = await began();
  const body = bodyOf({});
  const proof = proofHeaders(SECRET, body, world.now);
  expect((await send(world, body, proof)).status).toBe(200);
  expect(await send(world, body, proof)).toMatchObject({ status: 401, refusal: "request_replayed" });
  for (const at of [world.now + 30_001, world.now - 1]) {
    expect(await send(world, body, proofHeaders(SECRET, body, at))).toMatchObject({ refusal: "request_expired" });
  }
  world.now += 30_001;
  expect(await send(world, body, proof)).toMatchObject({ refusal: "request_expired" });
});

test("the policy's limits per hour and day hold for number and amount, also across a restart", async () => {
  const first = await began();
  const of = (number: bigint, amount = 40n) =>
    bodyOf({ nonce: Number(number), data: withdrawal({ number, amount: amount * USDC }) });
  // The same payment at a higher price is one more signature, and moves nothing more.
  for (const body of [
    of(1n),
    bodyOf({ nonce: 1, data: withdrawal({ number: 1n, amount: 40n * USDC }), maxFeePerGas: 3n }),
    of(2n),
  ])
    expect((await send(first, body)).status).toBe(200);
  expect(await send(first, of(3n))).toMatchObject({ status: 403, refusal: "hour_used_up" });
  first.now += 3_600_000;
  expect(await send(first, of(3n, 71n))).toMatchObject({ refusal: "amount_of_day_used_up" });
  expect((await send(first, of(3n, 70n))).status).toBe(200);
  const log = readFileSync(first.path, "utf8");
  const second = await began({ log: `${log}{"at":"torn` });
  second.now = first.now;
  expect(await send(second, of(4n, 1n))).toMatchObject({ refusal: "day_used_up" });
  second.now += 86_400_000;
  expect((await send(second, of(4n, 100n))).status).toBe(200);
  expect(lines(second).at(-1)).toMatchObject({
    ...{ outcome: "signed", rule: `196 ${VAULT} withdraw`, amount: String(100n * USDC), nonce: 4, chain_id: 196 },
  });
});

test("a transaction that fills a nonce is signed within its own limits, whatever else was signed", async () => {
  const world = await began();
  const fill = { to: address, data: "0x" as Hex, gas: 21_000n };
  expect((await send(world, bodyOf({ ...fill, nonce: 5 }))).status).toBe(200);
  expect(await send(world, bodyOf({ ...fill, nonce: 6 }))).toMatchObject({ refusal: "hour_used_up" });
  const queued = encodeFunctionData({ abi: vaultAbi, functionName: "payQueued", args: [zeroHash, 1n] });
  expect((await send(world, bodyOf({ data: queued }))).status).toBe(200);
});

test("sweeps are signed as the policy allows: of that factory, on that chain, and nothing else", async () => {
  const world = await began();
  const sweep = encodeFunctionData({ abi: depositReceiverAbi, functionName: "sweep", args: [zeroHash, VAULT] });
  const sweepCoin = encodeFunctionData({ abi: depositReceiverAbi, functionName: "sweepCoin", args: [zeroHash] });
  const there = { chainId: 56, to: FACTORY, data: sweep, gas: 200_000n };
  expect((await send(world, bodyOf(there))).status).toBe(200);
  for (const [change, refusal] of [
    [{ chainId: 196 }, "recipient_not_allowed"],
    [{ to: VAULT }, "recipient_not_allowed"],
    [{ data: sweepCoin }, "function_not_allowed"],
    [{ data: withdrawal() }, "function_not_allowed"],
    [{ data: `${sweep}00` as Hex }, "arguments_malformed"],
  ] as const)
    expect(await send(world, bodyOf({ ...there, ...change }))).toMatchObject({ refusal });
});

test("a former vault's move is signed where the policy allows it, and nothing else of that vault is", async () => {
  const world = await began();
  const args = [zeroHash, 5n, 9n, []] as const;
  const move = encodeFunctionData({ abi: vaultAbi, functionName: "moveToSuccessor", args });
  expect((await send(world, bodyOf({ to: FORMER, data: move }))).status).toBe(200);
  expect(await send(world, bodyOf({ data: move }))).toMatchObject({ refusal: "function_not_allowed" });
  expect(await send(world, bodyOf({ to: FORMER, data: withdrawal() }))).toMatchObject({
    refusal: "function_not_allowed",
  });
});

test("the venue authenticates, accepts what is signed, and reports a refusal by its name", async () => {
  // A venue's clock and the signer's are the machine's.
  const world = await began();
  const real = serveSigner({
    ...{ host: "127.0.0.1", port: 0, signer: localSigner(key), policy: parsePolicy(POLICY, "policy.toml") },
    ...{ audit: world.audit, secret: SECRET.secret, before: new SignatureCounts(), now: Date.now },
  });
  try {
    const venue = remoteSigner(real.url, address, SECRET);
    expect(await venue.sign(TRANSACTION)).toEqual(await localSigner(key).sign(TRANSACTION));
    expect(venue.sign({ ...TRANSACTION, chainId: 1 })).rejects.toThrow(
      "the remote signer signed nothing (HTTP 403): chain_not_allowed: the policy has nothing on this chain: 1",
    );
    const stranger = remoteSigner(real.url, address, null);
    expect(stranger.sign(TRANSACTION)).rejects.toThrow("signed nothing (HTTP 401): not_authenticated");
  } finally {
    await real.stop();
  }
});

test("a signer of others gets the bearer token, which no message shows", async () => {
  let authorization: string | null = null;
  const other = Bun.serve({
    port: 0,
    fetch(request) {
      authorization = request.headers.get("authorization");
      return Response.json({ id: 1, error: { message: "locked" } }, { status: 403 });
    },
  });
  const said = await remoteSigner(other.url.href, address, { kind: "bearer", secret: "a-token-of-the-proxy" })
    .sign(TRANSACTION)
    .then(String, (error: Error) => error.message);
  await other.stop(true);
  expect(authorization as string | null).toBe("Bearer a-token-of-the-proxy");
  expect(said).toBe("the remote signer signed nothing (HTTP 403): locked");
});

test("a transaction that can't be logged is not signed", async () => {
  const world = await began();
  await world.audit.close();
  const { status, refusal, result } = await send(world, bodyOf({}));
  expect({ status, refusal, result }).toEqual({ status: 503, refusal: "audit_log_failed", result: undefined });
});
