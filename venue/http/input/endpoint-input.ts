// Validates a request's path parameters, query and body, in this order, against its endpoint row. Built once per endpoint.
// Errors 7.

import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { assertJsonType, decodeBody, type JsonObject, parseJsonObject } from "./json-body.ts";
import { Validator } from "./validation.ts";

const nothing: JsonObject = {};

export class EndpointInput {
  readonly #params: Validator | undefined;
  readonly #query: Validator | undefined;
  readonly #body: Validator | undefined;

  /** A body is not needed, because the parameters may be in the query instead. */
  readonly #needsNoBody: boolean;

  /** @param queryIsText true for a request line; over a stream, the query's members are JSON like those of a body */
  constructor(row: EndpointRow, queryIsText: boolean) {
    const { required = [] } = (row.body ?? {}) as { readonly required?: readonly string[] };
    this.#needsNoBody = row.query !== undefined && required.length === 0;
    this.#params = row.params && new Validator(row.params, { text: true });
    this.#query = row.query && new Validator(row.query, { text: queryIsText });
    this.#body = row.body && new Validator(row.body, { blankMessage: row.blankMessage });
  }

  /**
   * The body as an object, not yet checked against the schema. An endpoint without a body schema takes any body; one that
   * takes its parameters either in the query or in a body needs none.
   * @throws {ApiError} -1005 when it is not a JSON object, 415 when it is declared to be something else
   */
  read(bytes: Uint8Array, contentType: string | null): { readonly text: string; readonly body: JsonObject } {
    if (bytes.length > 0) assertJsonType(contentType);
    if (this.#body === undefined || (bytes.length === 0 && this.#needsNoBody)) return { text: "", body: nothing };
    const text = decodeBody(bytes);
    return { text, body: parseJsonObject(text) };
  }

  /** @throws {ApiError} as the validator does */
  params(params: JsonObject): JsonObject {
    return this.#params === undefined ? nothing : this.#params.validate(params);
  }

  /** @throws {ApiError} as the validator does */
  query(query: JsonObject): JsonObject {
    return this.#query === undefined ? nothing : this.#query.validate(query);
  }

  /** @throws {ApiError} as the validator does */
  body(body: JsonObject): JsonObject {
    return this.#body === undefined ? nothing : this.#body.validate(body);
  }
}
