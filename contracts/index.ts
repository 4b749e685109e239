// The contracts as the rest of the repository sees them: ABIs and bytecode, how they are put on a chain, and the hashes
// they know things by.

export { depositReceiverAbi } from "./artifacts/DepositReceiver.ts";
export { testTokenAbi, testTokenBytecode } from "./artifacts/TestToken.ts";
export { testUsdcAbi, testUsdcBytecode } from "./artifacts/TestUsdc.ts";
export { vaultAbi, vaultBytecode } from "./artifacts/Vault.ts";
export { vaultTimelockAbi } from "./artifacts/VaultTimelock.ts";
export {
  attestationsInOrder,
  balancesTypedData,
  moveTypedData,
  type Payment,
  paymentTypedData,
} from "./attestation-messages.ts";
export { type BalanceLeaf, BalanceTree } from "./balance-tree.ts";
export {
  type Deployment,
  type DeploymentPlan,
  deployVault,
  planDeployment,
  VAULT_DELAYS,
  type VaultPlan,
} from "./deploy.ts";
export { hashOfText } from "./hashes.ts";
export { receiptOf } from "./receipts.ts";
export {
  CREATE2_DEPLOYER,
  deployReceiverFactory,
  planReceiverFactory,
  type ReceiverFactoryPlan,
  receiverFactoryOf,
  TRIAL_ACCOUNT,
  trySweep,
} from "./receiver-factory.ts";
