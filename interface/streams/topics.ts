// Declares topics: a topic is a row of data. Everything that needs to know a topic reads its row: the grammar of topic
// names, the streams, the reference and the typed client. Streams 4 to 10, interface 6.
//
// `name` is a pattern: `<symbol>` is `PERP_<BASE>_<QUOTE>`, `<index_symbol>` the same with SPOT or PERP in front,
// `<broker_id>` a builder, `<interval>` one of TOPIC_INTERVALS, `<chart_interval>` one of CHART_INTERVALS. Prices are
// in quote currency, sizes in base currency, both JSON numbers; times are milliseconds since 1970, venue time.

import type { Static } from "typebox";
import { marketTopics } from "../topics/market-topics.ts";
import type { streamRequests } from "../topics/stream-requests.ts";
import { accountTopics } from "./account-topics.ts";

export { streamRequests } from "../topics/stream-requests.ts";
export {
  type Cadence,
  CHART_INTERVALS,
  type ChartInterval,
  TOPIC_INTERVALS,
  type TopicInterval,
  type TopicRow,
} from "../topics/topic.ts";
export {
  errorsOfRequest,
  type OrderRequestData,
  type OrderRequestParams,
  type OrderRequestType,
  orderRequestParams,
  orderRequests,
  type PrivateStreamOptions,
  privateStreamOptions,
} from "./order-requests.ts";

export const topics = { ...marketTopics, ...accountTopics } as const;

export type TopicKey = keyof typeof topics;
/** The type of `data` in a topic's frames. */
export type TopicData<Key extends TopicKey> = Static<(typeof topics)[Key]["data"]>;

export type StreamRequestKey = keyof typeof streamRequests;
export type StreamRequestData<Key extends StreamRequestKey> = Static<(typeof streamRequests)[Key]["data"]>;

/** The paths of the streams; `{account_id}` is the account's id. Interface 5.3. */
export const STREAM_PATHS = {
  public: "/ws/public/ws/stream/{account_id}",
  private: "/ws/private/v2/ws/private/stream/{account_id}",
} as const;
