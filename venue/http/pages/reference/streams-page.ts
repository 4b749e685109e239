// The page of the streams: every topic with the fields of its frames and a frame that was really sent, and every request over
// a stream. Plain HTML, because nothing on it needs a script.

import { cadenceOf } from "@evermark/interface/documents/cadence.ts";
import { frameOf } from "@evermark/interface/documents/examples.ts";
import { fieldsOf, meaningOf, plainSchema, typeText } from "@evermark/interface/documents/json-schema.ts";
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
import { bar, escaped, htmlPage, type PageSettings } from "./html.ts";

const rows: readonly [string, TopicRow][] = Object.entries(topics);

export function streamsPage({ brand }: PageSettings): string {
  const listed = (stream: TopicRow["stream"]) => rows.filter(([, row]) => row.stream === stream);
  return htmlPage({
    title: "API reference: streams",
    body: `${bar("streams")}
<main class="text">
<h1>Streams</h1>
<p>Two WebSocket streams: <code>${STREAM_PATHS.public}</code>, which is open to all, and
<code>${STREAM_PATHS.private}</code> for one account, with <code>${brand}_api_key</code>, <code>${brand}_timestamp</code> and
<code>${brand}_sign</code> in its query: the key, venue time in milliseconds, and the key's signature over that time.</p>
<p>Subscribe with <code>{"id": 1, "event": "subscribe", "topic": "PERP_BTC_USDC@trade"}</code>. A frame of a topic is
<code>{"topic": …, "ts": …, "seq": …, "data": …}</code>; <code>seq</code> increases by one from frame to frame, so a gap means a
lost frame. In a name, <code>&lt;symbol&gt;</code> is a market, <code>&lt;index_symbol&gt;</code> is the same with <code>SPOT</code> or
<code>PERP</code> as its first part, <code>&lt;broker_id&gt;</code> is a builder, <code>&lt;interval&gt;</code> is one of
${TOPIC_INTERVALS.map(code).join(", ")}, and <code>&lt;chart_interval&gt;</code> is one of ${CHART_INTERVALS.map(code).join(", ")}.</p>
<h2>Parameter of the private stream's URL</h2>
${table(privateStreamOptions)}
${contents("Public topics", listed("public"))}
${contents("Private topics", listed("private"))}
${rows.map(topicSection).join("\n")}
<h2 id="requests">Requests</h2>
<p>A one-time request over a stream is <code>{"id": 1, "event": "request", "params": {"type": …}}</code>. The answer repeats the id.</p>
${Object.entries(streamRequests).map(requestSection).join("\n")}
<h2 id="orders">Orders over the private stream</h2>
<p>These are requests whose <code>params</code> hold the type and the input of the call. Scope, limit, answer and refusals are those of the call.</p>
<table><thead><tr><th>Type</th><th>What it does</th><th>Call</th></tr></thead><tbody>
${Object.entries(orderRequests)
  .map(
    ([type, { endpoint }]) =>
      `<tr><td>${code(type)}</td><td>${escaped(endpoint.summary)}</td><td>${code(`${endpoint.method} ${endpoint.path}`)}</td></tr>`,
  )
  .join("\n")}
</tbody></table>
</main>`,
  });
}

function contents(title: string, listed: readonly [string, TopicRow][]): string {
  const lines = listed.map(
    ([key, row]) => `<tr><td><a href="#${key}">${code(row.name)}</a></td><td>${marked(row.summary)}</td></tr>`,
  );
  return `<h2>${title}</h2>
<table><thead><tr><th>Topic</th><th>What it sends</th></tr></thead><tbody>
${lines.join("\n")}
</tbody></table>`;
}

function topicSection([key, row]: [string, TopicRow]): string {
  const frame = frameOf(key);
  return `<section id="${key}">
<h3>${code(row.name)}</h3>
<p>${marked(row.summary)}. Sent ${cadenceOf(row)}. ${(row.aliases ?? []).map((alias) => `Also named ${code(alias)}. `).join("")}<small>${escaped(row.source)}</small></p>
${row.params === undefined ? "" : `<h4>Parameters of the subscription</h4>${table(row.params)}`}
${table(row.data)}
${frame === undefined ? "" : `<details><summary>Example of a frame</summary><pre>${escaped(JSON.stringify(frame, null, 2))}</pre></details>`}
</section>`;
}

function requestSection([type, { params, data }]: [
  string,
  (typeof streamRequests)[keyof typeof streamRequests],
]): string {
  return `<section><h3>${code(type)}</h3>
<h4><code>params</code></h4>${table(params)}
<h4><code>data</code></h4>${table(data)}
</section>`;
}

function table(declared: unknown): string {
  const lines = fieldsOf(plainSchema(declared), () => false).map(({ name, schema, isRequired }) => {
    const absent = isRequired ? "" : "may be absent; ";
    return `<tr><td>${code(name)}</td><td>${marked(typeText(schema))}</td><td>${absent}${marked(meaningOf(schema))}</td></tr>`;
  });
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${lines.join("\n")}
</tbody></table>`;
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** Escapes text, with backticks around code. */
function marked(text: string): string {
  return escaped(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
