// The client library's whole surface. Runs in Bun, in Node from version 20, and in browsers.

export { accountIdOf, subAccountIdOf } from "@evermark/interface/chain/account-id.ts";
export { ChainError, type ChainFailure } from "./chain/chain-error.ts";
export { type ChainFacts, chainFacts } from "./chain/chain-facts.ts";
export { fundWallet } from "./chain/chain-faucet.ts";
export type { ChainWallet } from "./chain/chain-wallet.ts";
export { sandboxChainWallet } from "./chain/sandbox-chain.ts";
export {
  type Deposited,
  type DepositOptions,
  type DepositProgress,
  deposit,
  type FollowDepositOptions,
  followDeposit,
} from "./chain/vault-deposit.ts";
export {
  type FollowWithdrawalOptions,
  followWithdrawal,
  type WithdrawalProgress,
  type Withdrawn,
  type WithdrawOptions,
  withdraw,
} from "./chain/vault-withdrawal.ts";
export { type WalletBalances, walletBalances } from "./chain/wallet-balances.ts";
export { Client, type ClientOptions } from "./client.ts";
export type { DecimalInput } from "./decimal.ts";
export { bindDelegateKey, confirmDelegate, type DelegatedAccount } from "./delegates.ts";
export {
  checkOrder,
  type FilterFailure,
  limitPrice,
  type MarketRules,
  type OrderToCheck,
  quantise,
  quantisePrice,
  quantiseQuantity,
  type Rounding,
  smallestQuantity,
} from "./market-rules.ts";
export {
  bindKey,
  type Credentials,
  claimFaucet,
  type KeyTerms,
  type OnboardOptions,
  type OpenedAccount,
  onboard,
  openAccount,
} from "./onboarding.ts";
export type { Answer } from "./rest/answer.ts";
export { AnswerLost, ApiError, NotSent, type Refusal } from "./rest/failures.ts";
export type { Operation, Operations } from "./rest/operations.ts";
export type { Queries, Query } from "./rest/queries.ts";
export { newClientOrderId } from "./rest/repeatable.ts";
export { type CallOptions, type InputOf, RestClient, type RestOptions } from "./rest/rest-client.ts";
export type { VenueClock } from "./rest/venue-clock.ts";
export { settlePnl, settleSubAccountPnl } from "./settlement.ts";
export {
  type ApiKey,
  generateApiKey,
  generateHeldKey,
  heldKey,
  importApiKey,
  type SigningKey,
} from "./signing/api-key.ts";
export { type SignedText, type Signer, signedHeaders, textToSign } from "./signing/signed-request.ts";
export { generateWallet, importWallet, type LocalWallet, type Wallet } from "./signing/wallet.ts";
export type { Level } from "./streams/book-side.ts";
export type { ConnectionState } from "./streams/connection.ts";
export { OrderBook } from "./streams/order-book.ts";
export type { Socket, SocketConstructor } from "./streams/socket.ts";
export {
  type FrameInfo,
  Stream,
  type StreamEvents,
  type SubscribeOptions,
  type Subscription,
  type TopicHandler,
} from "./streams/stream.ts";
export type { StreamOrders } from "./streams/stream-orders.ts";
export { privateStreamUrl, publicStreamUrl } from "./streams/stream-urls.ts";
export type { DataOfTopic } from "./streams/topic-types.ts";
export { bindProviderKey, requestOfVault, type VaultRequest } from "./vaults.ts";
