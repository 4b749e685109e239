// The commands of `evermark`. Each has a file of its own, which is loaded only when the command is given: for most
// commands this saves a quarter of a second.

import { Command } from "commander";
import { version } from "../package.json";
import { withShortErrors } from "./command-line/command-line.ts";

type Add = (program: Command) => void;

/** By name, in the order of help. */
const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  start: async () => (await import("./commands/start.ts")).addStart,
  onboard: async () => (await import("./commands/onboard.ts")).addOnboard,
  deposit: async () => (await import("./commands/deposit.ts")).addDeposit,
  withdraw: async () => (await import("./commands/withdraw.ts")).addWithdraw,
  chain: async () => (await import("./commands/chain.ts")).addChain,
  order: async () => (await import("./commands/order.ts")).addOrder,
  cancel: async () => (await import("./commands/cancel.ts")).addCancel,
  orders: async () => (await import("./commands/orders.ts")).addOrders,
  positions: async () => (await import("./commands/positions.ts")).addPositions,
  book: async () => (await import("./commands/book.ts")).addBook,
  watch: async () => (await import("./commands/watch.ts")).addWatch,
  verify: async () => (await import("./commands/verify.ts")).addVerify,
  backup: async () => (await import("./commands/backup.ts")).addBackup,
  restore: async () => (await import("./commands/restore.ts")).addRestore,
  import: async () => (await import("./commands/import.ts")).addImport,
  export: async () => (await import("./commands/export.ts")).addExport,
  cluster: async () => (await import("./commands/cluster.ts")).addCluster,
  doctor: async () => (await import("./commands/doctor.ts")).addDoctor,
  price: async () => (await import("./commands/price.ts")).addPrice,
  prices: async () => (await import("./commands/prices.ts")).addPrices,
  announce: async () => (await import("./commands/announce.ts")).addAnnounce,
  operator: async () => (await import("./commands/operator.ts")).addOperator,
  "confirm-clock": async () => (await import("./commands/confirm-clock.ts")).addConfirmClock,
  "rebuild-history": async () => (await import("./commands/rebuild-history.ts")).addRebuildHistory,
  "accept-loss": async () => (await import("./commands/accept-loss.ts")).addAcceptLoss,
  "deploy-vault": async () => (await import("./commands/deploy-vault.ts")).addDeployVault,
  vault: async () => (await import("./commands/vault.ts")).addVault,
  "deploy-receivers": async () => (await import("./commands/deploy-receivers.ts")).addDeployReceivers,
  "swept-coin": async () => (await import("./commands/swept-coin.ts")).addSweptCoin,
  keystore: async () => (await import("./commands/keystore.ts")).addKeystore,
  signer: async () => (await import("./commands/signer.ts")).addSigner,
  attest: async () => (await import("./commands/attest.ts")).addAttest,
  balances: async () => (await import("./commands/balances.ts")).addBalances,
};

/** @param name of the command that will be run; with an unknown word or none, the program gets all commands */
export async function evermarkProgram(name?: string): Promise<Command> {
  const program = withShortErrors(new Command("evermark"))
    .description("A perpetual-futures venue that anyone can start with one command")
    .version(version)
    .showHelpAfterError(false);
  const given = Object.entries(COMMANDS).filter(([each]) => each === name);
  const commands = given.length > 0 ? given : Object.entries(COMMANDS);
  for (const add of await Promise.all(commands.map(([, load]) => load()))) add(program);
  return program;
}
