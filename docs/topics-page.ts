// Makes `reference/topics.md`: every topic of the streams, from the declarations that the streams read.

import { cadenceOf, paceOf } from "@evermark/interface/documents/cadence.ts";
import {
  cell,
  type Field,
  fieldsOf,
  meaningOf,
  plainSchema,
  typeText,
} from "@evermark/interface/documents/json-schema.ts";
import { streamRefusals } from "@evermark/interface/rows/stream-refusals.ts";
import {
  CHART_INTERVALS,
  orderRequests,
  privateStreamOptions,
  STREAM_PATHS,
  streamRequests,
  TOPIC_INTERVALS,
  type TopicRow,
  topics,
} from "@evermark/interface/streams/topics.ts";
import { linkTo } from "./endpoints-page.ts";

const rows: readonly TopicRow[] = Object.values(topics);

export function topicsPage(): string {
  return `# Topics

Every topic of the two streams. How to connect, subscribe and notice a lost frame: [Streams](../streams.md).

- public: \`${STREAM_PATHS.public}\`
- private: \`${STREAM_PATHS.private}\`

${table("Parameter of the private stream's URL", privateStreamOptions)}

A data frame is \`{"topic": …, "ts": <venue ms>, "seq": …, "data": …}\`. In a name, \`<symbol>\` is a market such as
\`PERP_BTC_USDC\`, \`<index_symbol>\` the same with \`SPOT\` or \`PERP\` as its first part, \`<broker_id>\` a builder, \`<interval>\` one
of ${words(TOPIC_INTERVALS)}, and \`<chart_interval>\` one of ${words(CHART_INTERVALS)}.

| Topic | Stream | Content | When frames are sent |
|---|---|---|---|
${rows.map((row) => `| \`${row.name}\` | ${row.stream} | ${cell(row.summary)} | ${paceOf(row.cadence)} |`).join("\n")}

${rows.map(section).join("\n\n")}

## Requests

A one-time request over a stream is \`{"id": 1, "event": "request", "params": {…}}\`. The reply repeats the id.

${Object.values(streamRequests)
  .map(({ params, data, source }) =>
    [`Source: ${source}`, table("`params`", params), table("`data`", data)].join("\n\n"),
  )
  .join("\n\n")}

## Order entry

Orders are sent over the private stream in the same form of request. \`params\` hold the type and the input of the endpoint: its
body, or the query of a \`DELETE\`. Scope, limit, \`data\` and refusals are those of the endpoint; [Streams](../streams.md#orders-over-the-private-stream)
shows the frames.

| \`type\` | What it does | Endpoint |
|---|---|---|
${Object.entries(orderRequests).map(orderLine).join("\n")}

## Refusals

The answer to a frame that is refused is \`{"id": …, "event": …, "success": false, "ts": …, "errorMsg": …}\`. In the table,
\`<…>\` stands for what you sent. Orders are refused in the same way as by their endpoint, with a code.

| \`errorMsg\` | When |
|---|---|
${Object.values(streamRefusals)
  .map(({ text, when }) => `| \`${text}\` | ${cell(when)} |`)
  .join("\n")}
`;
}

function words(list: readonly string[]): string {
  return list.map((word) => `\`${word}\``).join(", ");
}

function orderLine([type, { endpoint }]: [string, (typeof orderRequests)[keyof typeof orderRequests]]): string {
  const { method, path, summary } = endpoint;
  return `| \`${type}\` | ${cell(summary)} | [${method} ${path}](${linkTo(endpoint)}) |`;
}

function section(row: TopicRow): string {
  const facts = [
    `Stream: ${row.stream}`,
    `Frames: ${cadenceOf(row)}`,
    ...(row.aliases === undefined ? [] : [`Also named: ${words(row.aliases)}`]),
    `Source: ${row.source}`,
  ];
  return [
    `## \`${row.name}\``,
    `${row.summary}.`,
    facts.join(" · "),
    ...(row.params === undefined ? [] : [table("`params` of subscribe", row.params)]),
    table("`data`", row.data),
  ].join("\n\n");
}

function table(title: string, declared: unknown): string {
  const lines = fieldsOf(plainSchema(declared), () => false).map(line);
  return `| ${title} | Type | Meaning |\n|---|---|---|\n${lines.join("\n")}`;
}

function line({ name, schema, isRequired }: Field): string {
  const meaning = [isRequired ? "" : "may be absent", meaningOf(schema)].filter((words) => words !== "").join("; ");
  return `| \`${name}\` | ${cell(typeText(schema))} | ${cell(meaning)} |`;
}
