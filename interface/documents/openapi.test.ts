// Checks the OpenAPI document by an independent validator and by further tests: every call is in it, with an example
// that matches the document.

import { describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv/dist/2020.js";
import { endpoints, sections } from "../endpoints.ts";
import { exampleOf } from "./examples.ts";
import { openApiDocument } from "./openapi.ts";

interface Media {
  readonly "application/json": { readonly schema: object; readonly example?: unknown };
}
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Media }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: object;
    readonly securitySchemes: Readonly<Record<string, { name: string }>>;
  };
}

const sandbox = { version: "1.2.3", brand: "svc", isSandbox: true, limitsFactor: 10 } as const;
const server = { url: "/", description: "this venue" };
/** The document as a program reads it. */
const made = (changes: object = {}): Document =>
  JSON.parse(JSON.stringify(openApiDocument({ ...sandbox, ...changes, server })));
const document = made();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

test("it is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test("every call is in it, under its name in the client library", () => {
  const names = Object.entries(sections).flatMap(([section, rows]) => Object.keys(rows).map((n) => `${section}.${n}`));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
  for (const { method, path } of endpoints) expect(document.paths[path]?.[method.toLowerCase()]).toBeObject();
});

test("the parameters of a path are those that it names", () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    for (const { parameters } of Object.values(methods)) {
      expect(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(named);
    }
  }
});

describe("an example", () => {
  const ajv = new Ajv({ strict: false, validateSchema: false });
  ajv.addSchema({ $id: "document", components: document.components });
  const complaints = (schema: object, value: unknown): string =>
    ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')), value) ? "" : ajv.errorsText();

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    "of %s matches its declaration",
    (name, operation) => {
      const [section = "", own = ""] = name.split(".");
      const example = exampleOf(section, own);
      if (example === undefined) throw new Error(`${name} has no example: run \`npm run examples\``);
      const { status, body } = example.answer;
      const answer = operation.responses[status]?.content["application/json"];
      expect(answer?.example).toEqual(body);
      expect(complaints(answer!.schema, body)).toBe("");
      const request = operation.requestBody?.content["application/json"];
      expect(request?.example).toEqual(request === undefined ? undefined : example.request.body);
      if (request !== undefined && status === 200) expect(complaints(request.schema, example.request.body)).toBe("");
    },
  );
});

test("the venue's own brand is used in paths, parameters and headers", () => {
  const { paths, components } = made({ brand: "acme" });
  expect(Object.values(components.securitySchemes).map(({ name }) => name)).toEqual([
    "ACME-Account-Id",
    "ACME-Api-Key",
    "ACME-Timestamp",
    "ACME-Signature",
  ]);
  expect(paths["/v1/get_acme_key"]).toBeObject();
  expect(Object.keys(paths).filter((path) => path.includes("svc"))).toEqual([]);
});

test("in production there is nothing of the sandbox, and limits are not multiplied", () => {
  const { paths } = made({ isSandbox: false, limitsFactor: 1 });
  expect(Object.keys(paths).filter((path) => /^\/sandbox|faucet/.test(path))).toEqual([]);
  expect(paths["/v1/order"]?.post?.description).toContain("100 per second and account");
  expect(document.paths["/v1/order"]?.post?.description).toContain("1,000 per second and account");
});

test("a refusal is described by its status, with each code that it can have", () => {
  const { responses } = document.paths["/v1/order"]!.post!;
  expect(responses["401"]?.description).toBe("- `-1001` invalid header\n- `-1002` api key error");
  expect(responses["415"]?.description).toContain("-1005");
  expect(Object.keys(responses)).toContain("429");
});

test("every call describes the answers to another method and to a body that is too long, and none describes an internal error", () => {
  for (const methods of Object.values(document.paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      expect(responses["405"]).toMatchObject({ headers: { Allow: {} } });
      // The body of a GET is not read.
      expect("413" in responses).toBe(method !== "get");
      expect(responses["500"]).toBeUndefined();
    }
  }
});
