// Checks the AsyncAPI document by the specification's own schema and by further tests: every topic and request is in
// it, and frames that were really sent match it.

import { expect, test } from "bun:test";
import specification from "@asyncapi/specs/schemas/3.0.0-without-$id.json";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { orderRequests, streamRequests, topics } from "../streams/topics.ts";
import { asyncApiDocument } from "./asyncapi.ts";

interface Message {
  readonly title: string;
  readonly payload: object;
  readonly examples?: readonly { readonly payload: unknown }[];
}
interface Document {
  readonly channels: Readonly<Record<string, { readonly messages: object; readonly bindings: unknown }>>;
  readonly operations: Readonly<Record<string, object>>;
  readonly components: { readonly messages: Readonly<Record<string, Message>>; readonly schemas: object };
}

/** Topics that never send a frame: no asset is ever converted. */
const SILENT: readonly string[] = ["assetconvert"];
const text = JSON.stringify(asyncApiDocument({ version: "1.2.3", host: "127.0.0.1:8196", brand: "acme" }));
const document: Document = JSON.parse(text);
const { messages } = document.components;

test("it is valid AsyncAPI 3.0", () => {
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile(specification);
  expect([validate(document), validate.errors]).toEqual([true, null]);
});

test("every reference has a target", () => {
  const lost = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].filter(([, path]) => {
    let found: unknown = document;
    for (const part of path!.split("/")) found = (found as Readonly<Record<string, unknown>> | undefined)?.[part];
    return found === undefined;
  });
  expect(lost.map(([, path]) => path)).toEqual([]);
});

test("every topic is a message of its stream, and every request has its answer", () => {
  for (const [key, { name, stream }] of Object.entries(topics)) {
    expect(messages[`topic.${key}`]?.title).toBe(name);
    expect(Object.keys(document.channels[stream]!.messages)).toContain(`topic.${key}`);
  }
  for (const type of Object.keys({ ...streamRequests, ...orderRequests })) {
    expect(messages[`request.${type}`]).toBeObject();
    expect(messages[`reply.${type}`]).toBeObject();
  }
});

test("a topic's example is a frame that was really sent, and matches its declaration", () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  ajv.addSchema({ $id: "document", components: document.components });
  for (const key of Object.keys(topics).filter((each) => !SILENT.includes(each))) {
    const { payload, examples } = messages[`topic.${key}`]!;
    if (examples === undefined) throw new Error(`the topic ${key} has no example: run \`npm run examples\``);
    const isValid = ajv.validate(
      JSON.parse(JSON.stringify(payload).replaceAll('"#/', '"document#/')),
      examples[0]!.payload,
    );
    expect([key, isValid ? "" : ajv.errorsText()]).toEqual([key, ""]);
  }
});

test("the private stream's credentials have the venue's brand in their names", () => {
  expect(JSON.stringify(document.channels.private!.bindings)).toContain('"acme_api_key"');
});
