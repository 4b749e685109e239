// The commands of `evermark`, each in a file of its own.

import { Command } from "commander";
import { version } from "../package.json";
import { withShortErrors } from "./command-line/command-line.ts";
import { addAcceptLoss } from "./commands/accept-loss.ts";
import { addAnnounce } from "./commands/announce.ts";
import { addAttest } from "./commands/attest.ts";
import { addBackup } from "./commands/backup.ts";
import { addBalances } from "./commands/balances.ts";
import { addBook } from "./commands/book.ts";
import { addCancel } from "./commands/cancel.ts";
import { addChain } from "./commands/chain.ts";
import { addConfirmClock } from "./commands/confirm-clock.ts";
import { addDeployReceivers } from "./commands/deploy-receivers.ts";
import { addDeployVault } from "./commands/deploy-vault.ts";
import { addDeposit } from "./commands/deposit.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addKeystore } from "./commands/keystore.ts";
import { addOnboard } from "./commands/onboard.ts";
import { addOperator } from "./commands/operator.ts";
import { addOrder } from "./commands/order.ts";
import { addOrders } from "./commands/orders.ts";
import { addPositions } from "./commands/positions.ts";
import { addPrice } from "./commands/price.ts";
import { addPrices } from "./commands/prices.ts";
import { addRebuildHistory } from "./commands/rebuild-history.ts";
import { addRestore } from "./commands/restore.ts";
import { addSigner } from "./commands/signer.ts";
import { addStart } from "./commands/start.ts";
import { addSweptCoin } from "./commands/swept-coin.ts";
import { addVault } from "./commands/vault.ts";
import { addVerify } from "./commands/verify.ts";
import { addWatch } from "./commands/watch.ts";
import { addWithdraw } from "./commands/withdraw.ts";

export function evermarkProgram(): Command {
  const program = withShortErrors(new Command("evermark"))
    .description("A perpetual-futures venue that anyone can start with one command")
    .version(version)
    .showHelpAfterError(false);
  for (const add of [
    addStart,
    addOnboard,
    addDeposit,
    addWithdraw,
    addChain,
    addOrder,
    addCancel,
    addOrders,
    addPositions,
    addBook,
    addWatch,
    addVerify,
    addBackup,
    addRestore,
    addDoctor,
    addPrice,
    addPrices,
    addAnnounce,
    addOperator,
    addConfirmClock,
    addRebuildHistory,
    addAcceptLoss,
    addDeployVault,
    addVault,
    addDeployReceivers,
    addSweptCoin,
    addKeystore,
    addSigner,
    addAttest,
    addBalances,
  ]) {
    add(program);
  }
  return program;
}
