// A vault is put on a chain by its plan, and what its owner wants waits. The factory of receiver addresses is where it is
// expected on every chain.

import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  type Abi,
  type Address,
  concatHex,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  zeroHash,
} from "viem";
import { contractWalletAbi, contractWalletBytecode } from "./artifacts/testing/ContractWallet.ts";
import { silentTokenAbi, silentTokenBytecode } from "./artifacts/testing/SilentToken.ts";
import {
  type Deployment,
  deployReceiverFactory,
  deployVault,
  depositReceiverAbi,
  hashOfText,
  planDeployment,
  receiverFactoryOf,
  testUsdcAbi,
  VAULT_DELAYS,
  type VaultPlan,
  vaultAbi,
  vaultTimelockAbi,
} from "./index.ts";
import { callOf, DEPLOYER, TestChain } from "./testing/test-chain.ts";
import {
  ALICE,
  ATTESTERS,
  BROKER,
  DAY,
  GUARDIAN,
  OPERATOR,
  OWNER,
  START,
  STRANGER,
  USDC,
} from "./testing/vault-world.ts";

const TREASURY: Address = "0x00000000000000000000000000000000000000b1";
const ADMIN: Address = getAddress("0x00000000000000000000000000000000000000c1");
const CANCELLERS = ["c2", "c3", "c4"].map((end) => getAddress(`0x00000000000000000000000000000000000000${end}`));
const terms: VaultPlan = {
  ...{ operator: OPERATOR, guardian: GUARDIAN, admins: [OWNER, ADMIN], domainName: "SVC", brokers: [BROKER] },
  ...{ attesters: ATTESTERS.map(({ address }) => address), attesterThreshold: 2 },
  ...{ cancellers: CANCELLERS, cancelQuorum: 2, delays: VAULT_DELAYS },
  ...{ timelockDelaySeconds: DAY, queueDelaySeconds: 2n * DAY },
  tokens: [
    {
      ...{ symbol: "USDC", perWithdrawal: 100n, perDay: 1000n, perAccountDay: 200n },
      ...{ maxWithdrawFee: 5n, depositLimit: 7000n },
      funding: 5000n,
    },
  ],
};
let chain: TestChain;
let deployment: Deployment;

beforeAll(async () => {
  chain = await TestChain.start([vaultAbi, vaultTimelockAbi, testUsdcAbi, depositReceiverAbi], START);
  const plan = await planDeployment(chain.reader, DEPLOYER.address, terms);
  deployment = await deployVault(chain.client, chain.reader, plan);
});
afterAll(() => chain.stop());

test("a plan says what will be put where, and what it costs", async () => {
  const plan = await planDeployment(chain.reader, DEPLOYER.address, terms);
  expect(plan.steps.map((step) => step.name)).toEqual(["test USDC", "timelock", "vault", "funding in USDC"]);
  expect(plan.nonce).toBe(4);
  expect(plan.gas).toBe(plan.steps.reduce((sum, step) => sum + step.gas, 0n));
  const made = await deployVault(chain.client, chain.reader, plan);
  expect([made.vault, made.timelock, made.tokens]).toEqual([plan.vault, plan.timelock, plan.tokens]);
  expect(made.vault).not.toBe(deployment.vault);
});

test("the vault has the terms of the plan, and the block in which it began", async () => {
  expect(await read<string>("owner")).toBe(deployment.timelock);
  expect([await read<string>("operator"), await read<string>("guardian")]).toEqual([OPERATOR, GUARDIAN]);
  const usdc = deployment.tokens.USDC!;
  expect(await read<string>("getAllowedToken", [USDC])).toBe(usdc);
  expect(await read<boolean>("getAllowedBroker", [hashOfText(BROKER)])).toBe(true);
  expect(await read<readonly bigint[]>("withdrawCaps", [usdc])).toEqual([100n, 1000n, 200n, 0n]);
  expect(await read<bigint>("maxWithdrawFee", [usdc])).toBe(5n);
  expect(await read<bigint>("depositLimit", [usdc])).toBe(7000n);
  expect(await read<bigint>("queueDelay")).toBe(2n * DAY);
  expect(await read<bigint>("booked", [usdc])).toBe(5000n);
  expect(await read<readonly string[]>("attesters")).toEqual(
    terms.attesters.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)),
  );
  expect(await read<number>("attesterThreshold")).toBe(2);
  const delays = ["pauseDuration", "escapeDelay", "maxMessageAge"].map((name) => read<bigint>(name));
  expect(await Promise.all(delays)).toEqual([14n * DAY, 30n * DAY, 30n * DAY]);
  // What a chain takes for a contract.
  const code = await chain.client.getCode({ address: deployment.vault });
  expect(code!.length / 2 - 1).toBeLessThan(24_576);
  const logs = await chain.client.getLogs({ address: deployment.vault, fromBlock: 0n });
  expect(logs[0]!.blockNumber).toBe(deployment.block);
});

test("what the owner wants can be seen a day before it happens", async () => {
  const { timelock, vault } = deployment;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: "changeOperator", args: [STRANGER] });
  const wish = [vault, 0n, data, zeroHash, zeroHash] as const;
  const by = (from: Address, functionName: "schedule" | "execute", args: readonly unknown[]) =>
    chain.act(callOf(vaultTimelockAbi as Abi, from, timelock, functionName, args as never));

  expect((await by(STRANGER, "schedule", [...wish, DAY])).error).toBe("AccessControlUnauthorizedAccount");
  expect((await by(DEPLOYER.address, "schedule", [...wish, DAY])).error).toBe("AccessControlUnauthorizedAccount");
  expect((await by(OWNER, "schedule", [...wish, DAY - 1n])).error).toBe("TimelockInsufficientDelay");
  expect((await by(OWNER, "schedule", [...wish, DAY])).error).toBeUndefined();
  expect((await by(OWNER, "execute", wish)).error).toBe("TimelockUnexpectedOperationState");
  await chain.setTime((await chain.time()) + DAY);
  expect((await by(STRANGER, "execute", wish)).error).toBe("AccessControlUnauthorizedAccount");
  expect((await by(OWNER, "execute", wish)).error).toBeUndefined();
  expect(await read<string>("operator")).toBe(STRANGER);
  // The one who put it there has nothing to say.
  const direct = callOf(vaultAbi as Abi, DEPLOYER.address, vault, "changeOperator", [OPERATOR] as never);
  expect((await chain.act(direct)).error).toBe("OwnableUnauthorizedAccount");
});

test("a real token is not made, and no vault can be funded with it out of nothing", async () => {
  const [token] = terms.tokens;
  const real = { ...token!, address: STRANGER, funding: undefined };
  const plan = await planDeployment(chain.reader, DEPLOYER.address, { ...terms, tokens: [real] });
  expect(plan.steps.map((step) => step.name)).toEqual(["timelock", "vault"]);
  expect(plan.tokens).toEqual({ USDC: STRANGER });
  const bad = planDeployment(chain.reader, DEPLOYER.address, { ...terms, tokens: [{ ...token!, address: STRANGER }] });
  await expect(bad).rejects.toThrow("USDC is no test token");
});

test("the factory is put where it is expected, once", async () => {
  const factory = await deployReceiverFactory(chain.client, chain.reader, TREASURY);
  expect(factory).toBe(receiverFactoryOf(TREASURY));
  const before = await chain.client.getTransactionCount({ address: DEPLOYER.address });
  expect(await deployReceiverFactory(chain.client, chain.reader, TREASURY)).toBe(factory);
  expect(await chain.client.getTransactionCount({ address: DEPLOYER.address })).toBe(before);
  expect(receiverFactoryOf(STRANGER)).not.toBe(factory);
});

test("an account's deposits go to the treasury, no matter who sweeps, as often as there are some", async () => {
  const factory = receiverFactoryOf(TREASURY);
  const accountId = hashOfText("an account");
  const receiver = receiverOf(factory, accountId);
  const token = await chain.put(silentTokenAbi, silentTokenBytecode);
  const mint = (amount: bigint) =>
    chain.act(callOf(silentTokenAbi as Abi, STRANGER, token, "mint", [receiver, amount] as never));
  const sweep = (args: readonly [Hex, Address] = [accountId, token]) =>
    chain.act(callOf(depositReceiverAbi as Abi, STRANGER, factory, "sweep", args as never));
  const view = { abi: depositReceiverAbi, address: factory, functionName: "receiverOf", args: [accountId] } as const;
  expect(await chain.client.readContract(view)).toBe(receiver);

  expect((await sweep()).error).toBe("NothingToSweep");
  for (const amount of [70n, 5n]) {
    await mint(amount);
    const { events } = await sweep();
    expect(events).toEqual([{ address: factory, name: "Swept", args: { accountId, token, amount } }]);
  }
  const at = { abi: silentTokenAbi, address: token, functionName: "balanceOf" } as const;
  expect(await chain.client.readContract({ ...at, args: [TREASURY] })).toBe(75n);

  // The proxy obeys its factory alone, and puts up nothing itself.
  await mint(9n);
  for (const [name, args] of [
    ["handOver", [token, 9n]],
    ["sweep", [accountId, token]],
  ] as const) {
    for (const to of [receiver, factory]) {
      if (name === "sweep" && to === factory) continue;
      const outcome = await chain.act(callOf(depositReceiverAbi as Abi, STRANGER, to, name, args as never));
      expect([name, outcome.error]).toEqual([name, "OnlyFactory"]);
    }
  }
  expect(await chain.client.readContract({ ...at, args: [receiver] })).toBe(9n);
  expect(ALICE.address).not.toBe(receiver);
});

test("coin that was sent to an account's address by mistake goes to the treasury, and none comes there any more", async () => {
  const factory = receiverFactoryOf(TREASURY);
  const accountId = hashOfText("an account with coin");
  const receiver = receiverOf(factory, accountId);
  const balanceOf = (address: Address) => chain.client.getBalance({ address });
  const send = (value: bigint) => chain.act({ from: DEPLOYER.address, to: receiver, data: "0x", value });
  const call = (to: Address, name: string, args: readonly unknown[]) =>
    chain.act(callOf(depositReceiverAbi as Abi, STRANGER, to, name, args as never));
  const before = await balanceOf(TREASURY);

  expect((await call(factory, "sweepCoin", [accountId])).error).toBe("NothingToSweep");
  expect((await send(70n)).error).toBeUndefined();
  const view = { abi: depositReceiverAbi, address: factory, functionName: "coinAt" } as const;
  expect(await chain.client.readContract({ ...view, args: [[STRANGER, receiver, factory]] })).toEqual([
    await balanceOf(STRANGER),
    70n,
    0n,
  ]);
  const { events } = await call(factory, "sweepCoin", [accountId]);
  expect(events).toEqual([{ address: factory, name: "SweptCoin", args: { accountId, amount: 70n } }]);
  expect((await balanceOf(TREASURY)) - before).toBe(70n);

  // Its proxy is there now: what is sent comes back, and it hands over for its factory alone.
  expect((await send(5n)).error).toBeDefined();
  await chain.client.setBalance({ address: receiver, value: 9n });
  for (const to of [receiver, factory]) expect((await call(to, "handOverCoin", [9n])).error).toBe("OnlyFactory");
  expect((await call(receiver, "sweepCoin", [accountId])).error).toBe("OnlyFactory");
  expect(await balanceOf(receiver)).toBe(9n);
  expect((await call(factory, "sweepCoin", [accountId])).error).toBeUndefined();
  expect((await balanceOf(TREASURY)) - before).toBe(79n);
});

test("a treasury that takes no coin leaves it where it is", async () => {
  const treasury = await chain.put(contractWalletAbi, contractWalletBytecode);
  const factory = await deployReceiverFactory(chain.client, chain.reader, treasury);
  const accountId = hashOfText("an account");
  const receiver = receiverOf(factory, accountId);
  await chain.act({ from: DEPLOYER.address, to: receiver, data: "0x", value: 5n });
  const outcome = await chain.act(callOf(depositReceiverAbi as Abi, STRANGER, factory, "sweepCoin", [accountId]));
  expect(outcome.error).toBe("FailedCall");
  expect(await chain.client.getBalance({ address: receiver })).toBe(5n);
});

/** As the venue shows it to a trader: CREATE2 of a minimal proxy of the factory, salted with the account. */
function receiverOf(factory: Address, accountId: Hex): Address {
  const bytecode = concatHex([
    "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
    factory,
    "0x5af43d82803e903d91602b57fd5bf3",
  ]);
  return getContractAddress({ opcode: "CREATE2", from: factory, salt: accountId, bytecode });
}

async function read<T>(functionName: string, args: readonly unknown[] = []): Promise<T> {
  const { client } = chain;
  return (await client.readContract({ abi: vaultAbi as Abi, address: deployment.vault, functionName, args })) as T;
}
