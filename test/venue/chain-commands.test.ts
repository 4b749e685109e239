// `evermark deploy-vault` and `evermark keystore` as an operator uses them, on a real node.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CREATE2_DEPLOYER,
  depositReceiverAbi,
  hashOfText,
  receiptOf,
  receiverFactoryOf,
  vaultAbi,
} from "@evermark/contracts";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from "viem/accounts";
import { startVaultChain, type VaultChain } from "./outside/chain-with-vault.ts";
import { evermark } from "./outside/evermark-command.ts";

const directory = mkdtempSync(join(tmpdir(), "evermark-commands-"));
const deployerKey = generatePrivateKey();
const PASSWORD = "correct horse battery";
let chain: VaultChain;

beforeAll(async () => {
  chain = await startVaultChain();
  await chain.giveGas(privateKeyToAddress(deployerKey));
});
afterAll(async () => {
  await chain.stop();
  rmSync(directory, { recursive: true });
});

const role = (digit: string) => `0x${digit.repeat(40)}`;

function deployment(...more: string[]): string[] {
  const roles = ["--operator", role("1"), "--guardian", role("2"), "--broker", "demo"];
  const many = { attester: ["7", "8"], admin: ["3", "4"], canceller: ["a", "b", "c"] };
  const others = Object.entries(many).flatMap(([name, digits]) =>
    digits.flatMap((digit) => [`--${name}`, role(digit)]),
  );
  return ["deploy-vault", "--rpc", chain.url, ...roles, ...others, ...more];
}

const deployer = { EVERMARK_DEPLOYER_KEY: deployerKey };
const sent = () => chain.reader.getTransactionCount({ address: privateKeyToAddress(deployerKey) });

test("a vault is planned first, and nothing is sent", async () => {
  const { out, err } = await evermark(deployment("--token", chain.usdc), deployer);
  expect(err).toBe("");
  for (const line of [
    "chain        196",
    `deployer     ${privateKeyToAddress(deployerKey)}, from nonce 0; it has no rights afterwards`,
    `operator     ${role("1")}: pays what wallets have signed for`,
    `attesters    ${role("7")}, ${role("8")}: 2 of them sign each payment`,
    `cancellers   ${role("a")}, ${role("b")}, ${role("c")}: 2 of them cancel a proposal`,
    "caps         100000 USDC a withdrawal, 1000000 USDC within 24 h, 250000 USDC of it to one account; above: 24 h in the queue",
    "Nothing was sent. To deploy it, run the same command with --yes",
  ]) {
    expect(out).toContain(`${line}\n`);
  }
  expect(await sent()).toBe(0);
});

test("a vault that a single key can pay from needs an explicit flag", async () => {
  const words = ["--token", chain.usdc, "--attester", role("1"), "--attester-threshold", "1", "--one-key"];
  const { out, err } = await evermark(deployment(...words), deployer);
  expect([err, out]).toEqual(["", expect.stringContaining("1 of them sign each payment")]);
});

test("terms that make custody unsafe are not deployed", async () => {
  const refusals: readonly (readonly [string[], string])[] = [
    [["--operator", role("2"), "--token", chain.usdc], "the vault's guardian is its operator"],
    [["--admin", role("1"), "--token", chain.usdc], "the vault's operator is proposer of its timelock"],
    [["--canceller", role("2"), "--token", chain.usdc], "the vault's guardian is canceller of its timelock"],
    [["--cancel-quorum", "1", "--token", chain.usdc], "one canceller alone can stop whatever the others want"],
    [["--cancel-quorum", "3", "--token", chain.usdc], "3 of 3 cancellers have to agree"],
    [["--attester-threshold", "1", "--token", chain.usdc], "the vault pays what 1 attester has signed"],
    [["--attester", role("1"), "--token", chain.usdc], "the vault's operator is one of its attesters"],
    [["--timelock-hours", "1", "--token", chain.usdc], "the timelock of the vault waits 3600 s"],
    [["--cap-day", "2000000000", "--token", chain.usdc], "the vault has no cap for a day"],
    [["--operator", "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266", "--token", chain.usdc], "a known test key"],
    [["--token", role("4")], `token: there is no contract at ${role("4")}`],
    [["--token", chain.vault], `token: ${chain.vault} has no decimals`],
    [[], "token: not given; expected the USDC contract of the chain, or --test-token to try it out"],
    [["--admin", "0xD435D47bBEb4efdFD724FecC909476B16B95fb31"], "with the right checksum if it has one"],
  ];
  for (const [words, expected] of refusals) {
    const { out, err } = await evermark(deployment("--yes", ...words), deployer);
    expect(out).toBe("");
    expect(err).toContain(expected);
    expect(err).not.toContain("\n");
  }
  expect((await evermark(deployment("--test-token"))).err).toStartWith("EVERMARK_DEPLOYER_KEY: not set");
  using noNode = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("", { status: 404 }) });
  const answer = await evermark(deployment("--test-token", "--rpc", noNode.url.origin), deployer);
  expect(answer.err).toBe("the chain node can't be queried: HTTP 404");
  expect(await sent()).toBe(0);
});

test("a new key in a keystore deploys a vault, and its configuration is printed", async () => {
  const file = join(directory, "deployer.json");
  const result = await evermark(["keystore", file, "--json"], { EVERMARK_KEYSTORE_PASSWORD: PASSWORD });
  const { address } = JSON.parse(result.out);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ version: 3, address: address.slice(2) });
  await chain.giveGas(address);

  const words = deployment("--token", chain.usdc, "--yes", "--keystore", file);
  const { out, err } = await evermark(words, { EVERMARK_KEYSTORE_PASSWORD: PASSWORD });
  expect(err).toBe("");
  // What wallets sign for this vault is void for every other one.
  expect(out).toMatch(/^withdraw_domain = "SVC-[0-9a-f]{12}"$/m);
  const vault = /^vault = "(0x[0-9a-f]{40})"$/m.exec(out)![1] as Hex;
  const blockNumber = BigInt(/^deployed_block = (\d+)$/m.exec(out)![1]!);
  expect(out).toContain(`operator_address = "${role("1")}"\n`);
  expect(await chain.reader.getCode({ address: vault, blockNumber })).toMatch(/^0x6/);
  expect(await chain.reader.getCode({ address: vault, blockNumber: blockNumber - 1n })).toBeUndefined();
  const operator = await chain.reader.readContract({ address: vault, abi: vaultAbi, functionName: "operator" });
  expect(operator).toBe(role("1") as Hex);

  const wrong = await evermark(["keystore", file, "--check"], { EVERMARK_KEYSTORE_PASSWORD: "wrong" });
  expect(wrong).toEqual({ out: "", err: `${file}: the password is wrong, or the file is damaged` });
  expect((await evermark(["keystore", file])).err).toStartWith(`${file} exists; a key is never overwritten`);
});

test("a deployer without enough gas is refused before anything is sent", async () => {
  const poor = generatePrivateKey();
  const { err } = await evermark(deployment("--token", chain.usdc, "--yes"), { EVERMARK_DEPLOYER_KEY: poor });
  expect(err).toMatch(new RegExp(`^the deployer ${privateKeyToAddress(poor)} has 0 of .*; nothing was sent$`));
});

test("the factory of receiver addresses is planned, deployed, and found there the next time", async () => {
  const words = ["deploy-receivers", "--rpc", chain.url, "--treasury", role("5")];
  const factory = receiverFactoryOf(role("5") as Hex);
  const code = () => chain.reader.getCode({ address: factory });
  const planned = await evermark(words, deployer);
  expect(planned.out).toContain(`factory      ${factory}: has no owner and no key\n`);
  expect(planned.out).toEndWith("Nothing was sent. To deploy it, run the same command with --yes\n");
  expect(await code()).toBeUndefined();

  const poor = await evermark([...words, "--yes"], { EVERMARK_DEPLOYER_KEY: generatePrivateKey() });
  expect(poor.err).toEndWith("nothing was sent");
  const done = await evermark([...words, "--yes"], deployer);
  expect(done.err).toBe("");
  expect(done.out).toContain(`receiver_factory = "${factory.toLowerCase()}"\nreceiver_treasury = "${role("5")}"\n`);
  expect(await code()).toBeDefined();
  // The trial has sent the smallest unit of coin to the treasury.
  expect(planned.out).toContain("trial        one wei of the chain's coin is sent to an address and swept");
  expect(await chain.reader.getBalance({ address: role("5") as Hex })).toBe(1n);
  const second = await evermark(words, deployer);
  expect(second.out).toContain("already deployed");
  expect(second.out).toContain("trial        an address was swept to the treasury\n");
  const named = await evermark([...words, "--factory", factory, "--yes"], deployer);
  expect([named.err, await chain.reader.getBalance({ address: role("5") as Hex })]).toEqual(["", 1n]);
  const elsewhere = await evermark([...words, "--factory", chain.vault], deployer);
  expect(elsewhere.err).toBe(`factory: ${chain.vault} sweeps to no address, expected ${role("5")}`);

  // This treasury, the vault, accepts no coin, so its factory is tried with a token.
  const proud = ["deploy-receivers", "--rpc", chain.url, "--treasury", chain.vault, "--yes"];
  expect((await evermark(proud, deployer)).err).toEndWith("name a token with --trial-token");
  await chain.newWallet(1n, privateKeyToAccount(deployerKey));
  const withToken = await evermark([...proud, "--trial-token", chain.usdc], deployer);
  expect(withToken.err).toBe("");
  const account = hashOfText("an account");
  const at = { address: factory, abi: depositReceiverAbi } as const;
  const receiver = await chain.reader.readContract({ ...at, functionName: "receiverOf", args: [account] });
  await chain.control.setBalance({ address: receiver, value: 3n * 10n ** 17n });
  await chain.giveGas(privateKeyToAddress(deployerKey));
  const sweep = await chain
    .walletOf(privateKeyToAccount(deployerKey))
    .writeContract({ ...at, functionName: "sweepCoin", args: [account], chain: null });
  await receiptOf(chain.reader, sweep, "a sweep of coin");
  const swept = await evermark(["swept-coin", "--rpc", chain.url, "--factory", factory]);
  expect(swept.out).toEndWith(`0.3 of account ${account}\n  at ${receiver}, swept by ${sweep}\n`);
  const none = await evermark(["swept-coin", "--rpc", chain.url, "--factory", chain.vault]);
  expect(none.out).toBe("none was swept\n");
  const known = ["--treasury", "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"];
  expect((await evermark([...words, ...known], deployer)).err).toStartWith("treasury: the key of");
  await chain.control.setCode({ address: CREATE2_DEPLOYER, bytecode: "0x" });
  const other = await evermark([...words, "--treasury", role("6")], deployer);
  expect(other.err).toStartWith(`chain 196 has no CREATE2 deployer at ${CREATE2_DEPLOYER}`);
});

test("a keystore is not made with a guessable password, without one, or with a malformed key", async () => {
  const file = join(directory, "other.json");
  const refused = async (password: string, more: Record<string, string> = {}) => {
    const words = ["keystore", file, ...(more.EVERMARK_OPERATOR_KEY === undefined ? [] : ["--import"])];
    return (await evermark(words, { EVERMARK_KEYSTORE_PASSWORD: password, ...more })).err;
  };
  expect(await refused("short")).toBe("password: it has 5 characters; expected at least 12");
  for (const wrong of ["0x1234", `0x${"0".repeat(64)}`, `0x${"f".repeat(64)}`]) {
    expect(await refused(PASSWORD, { EVERMARK_OPERATOR_KEY: wrong })).toBe(
      "EVERMARK_OPERATOR_KEY: expected 0x and 64 hex digits, a private key",
    );
  }
  expect(existsSync(file)).toBe(false);
});
