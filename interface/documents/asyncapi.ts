// The two streams as an AsyncAPI 3.0 document, made from the same rows that the streams read: every topic with its
// frame, every request with its answer, and how to subscribe. It is written from the venue's side: what the venue sends
// and what it receives.

import type { EndpointRow } from "../rows/endpoint.ts";
import {
  CHART_INTERVALS,
  orderRequestParams,
  orderRequests,
  privateStreamOptions,
  STREAM_PATHS,
  streamRequests,
  TOPIC_INTERVALS,
  type TopicRow,
  topics,
} from "../streams/topics.ts";
import type { DescribedVenue } from "./access.ts";
import { cadenceOf } from "./cadence.ts";
import { type DocumentSchema, documentSchema } from "./document-schema.ts";
import { shapes } from "./document-shapes.ts";
import { frameOf } from "./examples.ts";
import { plainSchema } from "./json-schema.ts";

interface AsyncApiOptions extends Pick<DescribedVenue, "brand"> {
  readonly version: string;
  /** The venue's host and port. */
  readonly host: string;
}

type Stream = keyof typeof STREAM_PATHS;
const STREAMS = ["public", "private"] as const satisfies readonly Stream[];

const rows: readonly [string, TopicRow][] = Object.entries(topics);

export function asyncApiDocument({ version, host, brand }: AsyncApiOptions): object {
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Evermark streams",
      version,
      description: INTRODUCTION,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    defaultContentType: "application/json",
    servers: {
      venue: {
        host: "{host}",
        protocol: "ws",
        description: "This venue; `wss` if a proxy in front of it uses TLS",
        variables: { host: { default: host, description: "host of the address from which this document was read" } },
      },
    },
    channels: Object.fromEntries(STREAMS.map((stream) => [stream, channel(stream, brand)])),
    operations: Object.fromEntries(STREAMS.flatMap(operations)),
    components: {
      schemas: Object.fromEntries([...shapes].map(([name, schema]) => [name, documentSchema(schema, name)])),
      messages: messages(),
    },
  };
}

const INTRODUCTION = `Two WebSocket streams: a public one, and one for an account. Subscribe with
\`{"id": 1, "event": "subscribe", "topic": …}\`; frames of a topic are \`{"topic": …, "ts": …, "seq": …, "data": …}\`, where
\`seq\` increases by one from frame to frame. In a topic's name, \`<symbol>\` is a market such as \`PERP_BTC_USDC\`, \`<index_symbol>\`
the same with \`SPOT\` or \`PERP\` as its first part, \`<broker_id>\` a builder, and \`<interval>\` one of ${TOPIC_INTERVALS.join(", ")}, and
\`<chart_interval>\` one of ${CHART_INTERVALS.join(", ")}.`;

function channel(stream: Stream, brand: string) {
  return {
    address: STREAM_PATHS[stream],
    title: stream === "public" ? "Public stream" : "Private stream",
    parameters: { account_id: { description: "id of an open account" } },
    bindings: { ws: { method: "GET", query: query(stream, brand) } },
    messages: Object.fromEntries(messageNames(stream).map((name) => [name, reference("messages", name)])),
  };
}

/** The parameters of the URL: on the private stream the credentials and the stream's options. */
function query(stream: Stream, brand: string): DocumentSchema {
  if (stream === "public") return { type: "object", properties: {} };
  const options = documentSchema(plainSchema(privateStreamOptions));
  const credentials = {
    [`${brand}_api_key`]: { type: "string", description: "`ed25519:` and the base58 form of the key's public half" },
    [`${brand}_timestamp`]: { type: "integer", description: "venue time in milliseconds since 1970" },
    [`${brand}_sign`]: { type: "string", description: "Ed25519 over the timestamp; base64url" },
  };
  return {
    type: "object",
    required: Object.keys(credentials),
    properties: { ...credentials, ...options.properties },
  };
}

function messageNames(stream: Stream): string[] {
  return [...received(stream), ...sent(stream)];
}

const COMMON_RECEIVED = ["subscribe", "unsubscribe", "ping"] as const;
const COMMON_SENT = ["acknowledgement", "refusal", "pong"] as const;

function received(stream: Stream): string[] {
  return [...COMMON_RECEIVED, ...Object.keys(requestsOf(stream)).map((type) => `request.${type}`)];
}

function sent(stream: Stream): string[] {
  const ofStream = rows.filter(([, row]) => row.stream === stream).map(([key]) => `topic.${key}`);
  return [...ofStream, ...Object.keys(requestsOf(stream)).map((type) => `reply.${type}`), ...COMMON_SENT];
}

function requestsOf(stream: Stream): Readonly<Record<string, unknown>> {
  return stream === "public" ? streamRequests : orderRequests;
}

/** One operation for each direction, and one for each request with its reply. */
function operations(stream: Stream): [string, object][] {
  const within = (name: string) => ({ $ref: `#/channels/${stream}/messages/${name}` });
  const channelReference = { $ref: `#/channels/${stream}` };
  const followed = sent(stream).filter((name) => name.startsWith("topic."));
  return [
    [
      `${stream}.subscribe`,
      {
        action: "receive",
        title: "Subscribe to a topic, or unsubscribe",
        channel: channelReference,
        messages: ["subscribe", "unsubscribe"].map(within),
        reply: { channel: channelReference, messages: ["acknowledgement", "refusal"].map(within) },
      },
    ],
    [
      `${stream}.follow`,
      { action: "send", title: "Frames of topics", channel: channelReference, messages: followed.map(within) },
    ],
    [
      `${stream}.ping`,
      {
        action: "receive",
        title: "Ask whether the connection is alive",
        channel: channelReference,
        messages: [within("ping")],
        reply: { channel: channelReference, messages: [within("pong")] },
      },
    ],
    ...Object.keys(requestsOf(stream)).map((type): [string, object] => [
      `${stream}.${type}`,
      {
        action: "receive",
        title: `Request ${type}`,
        channel: channelReference,
        messages: [within(`request.${type}`)],
        reply: { channel: channelReference, messages: [`reply.${type}`, "refusal"].map(within) },
      },
    ]),
  ];
}

function reference(kind: "messages" | "schemas", name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}

interface Message {
  readonly title: string;
  readonly summary?: string;
  readonly description?: string;
  readonly payload: DocumentSchema;
  readonly examples?: readonly { readonly payload: unknown }[];
}

function messages(): Readonly<Record<string, Message>> {
  return {
    ...Object.fromEntries(rows.map(([key, row]) => [`topic.${key}`, topicMessage(key, row)])),
    ...Object.fromEntries(
      Object.entries(streamRequests).flatMap(([type, { params, data }]) =>
        exchange(type, `Request ${type}`, documentSchema(plainSchema(params)), data),
      ),
    ),
    ...Object.fromEntries(
      Object.entries(orderRequests).flatMap(([type, row]) => {
        const { summary, data }: EndpointRow = row.endpoint;
        return exchange(type, summary, withType(type, documentSchema(plainSchema(orderRequestParams(row)))), data);
      }),
    ),
    ...CONTROL,
  };
}

function topicMessage(key: string, row: TopicRow): Message {
  const example = frameOf(key);
  return {
    title: row.name,
    summary: row.summary,
    description: [
      `Sent ${cadenceOf(row)}.`,
      ...(row.aliases ?? []).map((alias) => `Also named \`${alias}\`.`),
      `Source: ${row.source}.`,
    ].join(" "),
    payload: {
      type: "object",
      required: ["topic", "ts", "data"],
      properties: {
        topic: { type: "string", description: `as subscribed: ${row.name}` },
        ts: time,
        seq: { type: "integer", description: "increases by one with each frame of the topic" },
        data: documentSchema(plainSchema(row.data)),
      },
    },
    ...(example === undefined ? {} : { examples: [{ payload: example }] }),
  };
}

const time = { type: "integer", description: "venue time in milliseconds since 1970" } as const;
const id = { type: ["string", "number"], description: "chosen by the client; the answer repeats it" } as const;

function exchange(type: string, title: string, params: DocumentSchema, data: unknown): [string, Message][] {
  const request = frame({ id, event: { type: "string", const: "request" }, params }, ["event", "params"]);
  const answer = frame(
    {
      id,
      event: { type: "string", const: "request" },
      success: { type: "boolean", const: true },
      ts: time,
      ...(data === undefined ? {} : { data: documentSchema(plainSchema(data)) }),
      replayed: { type: "boolean", description: "whether this repeats the first answer to the same placement" },
    },
    ["event", "success", "ts"],
  );
  return [
    [`request.${type}`, { title, payload: request }],
    [`reply.${type}`, { title: `Answer to ${type}`, payload: answer }],
  ];
}

function withType(type: string, params: DocumentSchema): DocumentSchema {
  const { properties = {}, required = [] } = params;
  return {
    ...params,
    required: ["type", ...required],
    properties: { type: { type: "string", const: type }, ...properties },
  };
}

function frame(properties: Readonly<Record<string, object>>, required: readonly string[]): DocumentSchema {
  return { type: "object", required, properties };
}

const topic = { type: "string", description: "name of the topic" } as const;

const CONTROL: Readonly<Record<string, Message>> = {
  subscribe: {
    title: "Subscribe to a topic",
    payload: frame(
      {
        id,
        event: { type: "string", const: "subscribe" },
        topic,
        params: { type: "object", description: "parameters of the topic" },
      },
      ["event", "topic"],
    ),
  },
  unsubscribe: {
    title: "Unsubscribe from a topic",
    payload: frame({ id, event: { type: "string", const: "unsubscribe" }, topic }, ["event", "topic"]),
  },
  ping: {
    title: "Ask whether the connection is alive",
    payload: frame({ event: { type: "string", const: "ping" } }, ["event"]),
  },
  pong: {
    title: "The connection is alive",
    payload: frame({ event: { type: "string", const: "pong" }, ts: time }, ["event"]),
  },
  acknowledgement: {
    title: "Done",
    payload: frame({ id, event: { type: "string" }, success: { type: "boolean", const: true }, ts: time }, [
      "event",
      "success",
      "ts",
    ]),
  },
  refusal: {
    title: "Refused",
    payload: frame(
      {
        id,
        event: { type: "string" },
        success: { type: "boolean", const: false },
        ts: time,
        errorMsg: { type: "string", description: "what is wrong" },
        code: { type: "integer", description: "code of an endpoint's refusal" },
        message: { type: "string", description: "message of an endpoint's refusal: what is wrong, with the values" },
        detail: { type: "object", description: "the numbers of the failed check" },
      },
      ["success", "ts", "errorMsg"],
    ),
  },
};
