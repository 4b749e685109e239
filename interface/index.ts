// The interface as data: every endpoint and topic that is declared, the errors, and what wallets sign.

export { account } from "./account.ts";
export { accountIdOf, subAccountIdOf } from "./account-id.ts";
export { decodeBase58, encodeBase58 } from "./base58.ts";
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
} from "./endpoint.ts";
export { errorsOf } from "./endpoint-errors.ts";
export { endpoints } from "./endpoints.ts";
export {
  type AuthCheck,
  type ErrorEntry,
  type ErrorName,
  errors,
  type QueryErrorName,
} from "./errors.ts";
export { marketData } from "./market-data.ts";
export { orders } from "./orders.ts";
export { positions } from "./positions.ts";
export { registration } from "./registration.ts";
export { sandbox } from "./sandbox.ts";
export { type StreamRefusalName, streamRefusals } from "./stream-refusals.ts";
export { orderRequests, privateStreamOptions, STREAM_PATHS, streamRequests, topics } from "./topics.ts";
export {
  type AddKeyMessage,
  accountDomain,
  addKeyTypedData,
  addKeyTypes,
  CHAIN_ID,
  type RegistrationMessage,
  registrationTypedData,
  registrationTypes,
} from "./wallet-messages.ts";
