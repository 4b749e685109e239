// The vault's functions and events for programs other than the venue: enough to deposit, and to find a payment. Vault 4 and 5.

import { parseAbi } from "viem";

export const vaultContractAbi = parseAbi([
  "struct Deposit { bytes32 accountId; bytes32 brokerHash; bytes32 tokenHash; uint128 tokenAmount; }",
  "function deposit(Deposit data) payable",
  "function depositTo(address receiver, Deposit data) payable",
  "function getDepositFee(address receiver, Deposit data) view returns (uint256)",
  "function depositId() view returns (uint64)",
  "function getAllowedToken(bytes32 tokenHash) view returns (address)",
  "function getAllowedBroker(bytes32 brokerHash) view returns (bool)",
  "function paused() view returns (bool)",
  "event AccountDepositTo(bytes32 indexed accountId, address indexed userAddress, uint64 indexed depositNonce, bytes32 tokenHash, uint128 tokenAmount)",
  "event AccountWithdraw(bytes32 indexed accountId, uint64 indexed withdrawNonce, bytes32 brokerHash, address sender, address receiver, bytes32 tokenHash, uint128 tokenAmount, uint128 fee)",
  "error TokenNotAllowed()",
  "error BrokerNotAllowed()",
  "error AccountIdInvalid()",
  "error ZeroDeposit()",
  "error DepositExceedLimit()",
  "error NativeValueNotAccepted()",
  "error ReceivedAmountDiffers(uint256 received, uint256 announced)",
  "error EnforcedPause()",
  "error VaultCloses()",
  "error SafeERC20FailedOperation(address token)",
]);

/** The token functions that a depositor needs. A full ERC-20 interface would be more for a page to load. */
export const tokenContractAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
]);
