// The interface as data: every declared endpoint and topic, the errors, and the messages that wallets sign.

export { account } from "./accounts/account.ts";
export { registration } from "./accounts/registration.ts";
export { accountIdOf, subAccountIdOf } from "./chain/account-id.ts";
export {
  type AddKeyMessage,
  accountDomain,
  addKeyTypedData,
  addKeyTypes,
  CHAIN_ID,
  type RegistrationMessage,
  registrationTypedData,
  registrationTypes,
} from "./chain/wallet-messages.ts";
export { endpoints } from "./endpoints.ts";
export { marketData } from "./markets/market-data.ts";
export { sandbox } from "./operators/sandbox.ts";
export { decodeBase58, encodeBase58 } from "./rows/base58.ts";
export {
  type Auth,
  BODY_BYTES,
  type BodyOf,
  type DataOf,
  type EndpointRow,
  endpoint,
  type Limit,
  type Method,
  type ParamsOf,
  perIp,
  perUser,
  type QueryOf,
  type Scope,
  stated,
} from "./rows/endpoint.ts";
export { errorsOf } from "./rows/endpoint-errors.ts";
export {
  type AuthCheck,
  type ErrorEntry,
  type ErrorName,
  errors,
  type QueryErrorName,
} from "./rows/errors.ts";
export { type StreamRefusalName, streamRefusals } from "./rows/stream-refusals.ts";
export { orderRequests, privateStreamOptions, STREAM_PATHS, streamRequests, topics } from "./streams/topics.ts";
export { orders } from "./trading/orders.ts";
export { positions } from "./trading/positions.ts";
