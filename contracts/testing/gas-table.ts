// What each call costs in gas, measured on a chain, and the table of it that is committed.

import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { type Abi, type Address, encodeFunctionData, getAddress, numberToHex } from "viem";
import { contractWalletAbi, contractWalletBytecode } from "../artifacts/testing/ContractWallet.ts";
import { type BalanceLeaf, BalanceTree } from "../balance-tree.ts";
import {
  deployReceiverFactory,
  depositReceiverAbi,
  hashOfText,
  planDeployment,
  testUsdcAbi,
  VAULT_DELAYS,
  vaultAbi,
} from "../index.ts";
import { callOf, DEPLOYER, type Outcome } from "./test-chain.ts";
import * as world from "./vault-world.ts";

const { ALICE, BOB, BROKER, DAY, GUARDIAN, OPERATOR, OWNER, START, STRANGER, USDC } = world;

/** Gas by what is done. */
export type GasTable = ReadonlyMap<string, bigint>;

export async function measureGas(): Promise<GasTable> {
  const w = await world.vaultWorld();
  try {
    const payments = [...(await deposits(w)), ...(await withdrawals(w)), ...(await exits(w))];
    const rows = [...(await deployment(w)), ...payments, ...(await others(w)), ...(await move(w))];
    return new Map(rows);
  } finally {
    await w.chain.stop();
  }
}

export function gasPage(table: GasTable): string {
  const rows = [...table].map(([what, gas]) => `| ${what} | ${gas.toLocaleString("en-US")} |`);
  return [
    "<!-- Written by `npm run contracts -- --gas`. -->",
    "",
    "| Done | Gas |",
    "|---|---:|",
    ...rows,
    "",
    "Measured with the test USDC. A real one adds its own: a few thousand for each transfer. Two attesters sign.",
    "",
  ].join("\n");
}

/** What a page that was written says. */
export function parsedGasPage(page: string): GasTable {
  const rows = page.matchAll(/^\| ([^|]+) \| ([\d,]+) \|$/gm);
  return new Map([...rows].map(([, what, gas]) => [what!, BigInt(gas!.replaceAll(",", ""))]));
}

type Rows = readonly (readonly [string, bigint])[];

async function deployment({ chain }: world.VaultWorld): Promise<Rows> {
  const limits = { perWithdrawal: 1n, perDay: 1n, perAccountDay: 1n, maxWithdrawFee: 1n, depositLimit: 0n };
  const plan = await planDeployment(chain.reader, DEPLOYER.address, {
    ...{ operator: OPERATOR, guardian: GUARDIAN, domainName: "SVC", brokers: [BROKER], delays: VAULT_DELAYS },
    ...{ attesters: world.ATTESTERS.map(({ address }) => address), attesterThreshold: world.THRESHOLD },
    ...{ admins: [OWNER, STRANGER], cancellers: [ALICE, BOB].map(({ address }) => address), cancelQuorum: 2 },
    ...{ timelockDelaySeconds: DAY, queueDelaySeconds: DAY, tokens: [{ symbol: "USDC", ...limits }] },
  });
  const named = ["timelock", "vault"].map((name) => plan.steps.find((step) => step.name === name)!);
  return Promise.all(
    named.map(async ({ name, data }) => {
      const gas = await chain.reader.estimateGas({ account: DEPLOYER.address, data });
      return [`putting the ${name} on a chain`, gas] as const;
    }),
  );
}

async function deposits(w: world.VaultWorld): Promise<Rows> {
  await w.mintAndApprove(ALICE.address, 10_000n);
  await w.mintAndApprove(BOB.address, 10_000n);
  const deposit = (wallet: typeof ALICE) => {
    return w.vaultCall(wallet.address, "deposit", [world.depositOf(wallet.address, 1000n)]);
  };
  await gasOf(deposit(BOB));
  const first = await gasOf(deposit(ALICE));
  const fund = await gasOf(w.vaultCall(ALICE.address, "fund", [USDC, 1000n]));
  return [
    ["deposit", first],
    ["fund", fund],
  ];
}

async function withdrawals(w: world.VaultWorld): Promise<Rows> {
  const withdraw = async (nonce: bigint, amount = 10n) =>
    gasOf(w.withdraw(await world.signedWithdrawal(ALICE, { amount, nonce, fee: 1n })));
  await w.vaultCall(OWNER, "setWithdrawCaps", [w.usdc, 50n, 100n, 90n]);
  const broughtIn = await withdraw(1n);
  const later = START + 2n * DAY;
  await w.chain.setTime(later);
  const firstEver = await withdraw(2n);
  const sameHour = await withdraw(3n);
  await w.chain.setTime(later + 3600n);
  const nextHour = await withdraw(4n);
  await w.chain.setTime(later + 3600n + DAY);
  const nextDay = await withdraw(5n);
  const queue = await withdraw(6n, 60n);
  await w.chain.setTime(later + 3600n + 3n * DAY);
  const pay = await gasOf(w.vaultCall(STRANGER, "payQueued", [accountIdOf(ALICE.address, BROKER), 6n]));
  return [
    ["withdraw, of what was deposited within the day", broughtIn],
    ["withdraw, the first of a token beyond that", firstEver],
    ["withdraw, another in the same hour", sameHour],
    ["withdraw, the first of an hour", nextHour],
    ["withdraw, the first after a day", nextDay],
    ["withdraw, into the queue", queue],
    ["payQueued", pay],
  ];
}

/** Among a thousand accounts. */
async function exits(w: world.VaultWorld): Promise<Rows> {
  const owned = [ALICE, BOB].map(({ address }) => leafOf(address));
  const others = Array.from({ length: 998 }, (_, index) => leafOf(getAddress(numberToHex(index + 1, { size: 20 }))));
  const tree = new BalanceTree([...owned, ...others]);
  const publish = async (position: bigint) => {
    const balances = { tokenHash: USDC, root: tree.root, total: 0n, position };
    return gasOf(w.vaultCall(STRANGER, "publishBalances", await world.publicationArgs(balances, w.vault)));
  };
  const first = await publish(1n);
  const later = await publish(2n);
  await w.chain.setTime((await w.chain.time()) + VAULT_DELAYS.escape);
  const left: bigint[] = [];
  for (const leaf of owned) {
    const args = [leaf.wallet, leaf.brokerHash, USDC, leaf.result, tree.findProof(leaf)!];
    left.push(await gasOf(w.vaultCall(STRANGER, "exit", args)));
  }
  return [
    ["publishBalances, the first of a token", first],
    ["publishBalances, later ones", later],
    ["exit, the first of all", left[0]!],
    ["exit, later ones", left[1]!],
  ];
}

function leafOf(wallet: Address): BalanceLeaf {
  return { accountId: accountIdOf(wallet, BROKER), brokerHash: hashOfText(BROKER), wallet, result: 0n };
}

async function others({ chain, usdc, vault }: world.VaultWorld): Promise<Rows> {
  const contract = await chain.put(contractWalletAbi, contractWalletBytecode);
  const link = { brokerHash: hashOfText(BROKER), delegateSigner: BOB.address };
  const data = encodeFunctionData({ abi: vaultAbi, functionName: "delegateSigner", args: [link] });
  const delegate = await gasOf(
    chain.act(callOf(contractWalletAbi as Abi, STRANGER, contract, "act", [vault, data] as never)),
  );

  const treasury = "0x00000000000000000000000000000000000000b1";
  const factory = await deployReceiverFactory(chain.client, chain.reader, treasury);
  // That of the block in which it was put there, which held nothing else.
  const { gasUsed: factoryGas } = await chain.reader.getBlock();
  const accountId = hashOfText("an account");
  const view = { abi: depositReceiverAbi, address: factory, functionName: "receiverOf", args: [accountId] } as const;
  const receiver = await chain.reader.readContract(view);
  const sweep = async () => {
    await chain.act(callOf(testUsdcAbi as Abi, STRANGER, usdc, "mint", [receiver, 10n] as never));
    return gasOf(chain.act(callOf(depositReceiverAbi as Abi, STRANGER, factory, "sweep", [accountId, usdc] as never)));
  };
  const sweepCoin = async () => {
    const other = hashOfText("another account");
    const to = await chain.reader.readContract({ ...view, args: [other] });
    await chain.act({ from: DEPLOYER.address, to, data: "0x", value: 10n });
    return gasOf(chain.act(callOf(depositReceiverAbi as Abi, STRANGER, factory, "sweepCoin", [other] as never)));
  };
  return [
    ["delegateSigner, through a simple contract", delegate],
    ["putting the factory of receiver addresses on a chain", factoryGas],
    ["sweep, an account's first", await sweep()],
    ["sweep, later ones", await sweep()],
    ["sweepCoin, an account's first", await sweepCoin()],
  ];
}

async function move(w: world.VaultWorld): Promise<Rows> {
  const next = await world.putVault(w.chain, [{ symbol: "USDC", token: w.usdc }]);
  // Which ends the exits.
  const balances = { tokenHash: USDC, root: USDC, total: 0n, position: 3n };
  await gasOf(w.vaultCall(STRANGER, "publishBalances", await world.publicationArgs(balances, w.vault)));
  await gasOf(w.vaultCall(OWNER, "changeSuccessor", [next]));
  const amount = await w.read<bigint>("booked", [w.usdc]);
  const args = await world.moveArgs({ tokenHash: USDC, successor: next, amount }, w.vault);
  return [["moveToSuccessor", await gasOf(w.vaultCall(STRANGER, "moveToSuccessor", args))]];
}

async function gasOf(outcome: Promise<Outcome>): Promise<bigint> {
  const { error, gasUsed } = await outcome;
  if (error !== undefined) throw new Error(`what is measured was refused: ${error}`);
  return gasUsed;
}
