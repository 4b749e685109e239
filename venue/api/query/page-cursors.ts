// The place where a page ended, as opaque text: compact JSON in base64url that holds the query's type, the place, and a
// hash over type, other members and place. A cursor works only with the query that it came from, and gives no right
// that the query does not have. Interface 4.3.

import { createHash } from "node:crypto";
import type { QueryType } from "@evermark/interface/queries/public-query.ts";
import { invalidMember } from "./refusal.ts";

/** Names mapped to whole numbers. */
export type PlaceFields = Readonly<Record<string, number>>;

const HASH_LETTERS = 16;
const LENGTH_MAX = 1_024;

export class Cursors {
  readonly #type: QueryType;
  readonly #given: string | undefined;
  readonly #question: string;

  /** @param request the validated members */
  constructor(type: QueryType, { cursor, ...members }: Readonly<Record<string, unknown>>) {
    this.#type = type;
    this.#given = cursor as string | undefined;
    this.#question = JSON.stringify(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * The place in the query's cursor, if it has one.
   * @throws {QueryRefusal} INVALID_PARAM when the cursor came from another query, or is not one of ours
   */
  read<const Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> | undefined {
    if (this.#given === undefined) return undefined;
    const { t, h, ...place } = decoded(this.#given);
    const isWhole =
      names.every((name) => Number.isSafeInteger(place[name])) && Object.keys(place).length === names.length;
    if (t !== this.#type || !isWhole || h !== this.#hash(place as PlaceFields)) throw foreign();
    return place as Readonly<Record<Name, number>>;
  }

  write(place: PlaceFields): string {
    const text = JSON.stringify({ t: this.#type, h: this.#hash(place), ...place });
    return Buffer.from(text).toString("base64url");
  }

  #hash(place: PlaceFields): string {
    const text = `${this.#type} ${this.#question} ${JSON.stringify(place)}`;
    return createHash("sha256").update(text).digest("base64url").slice(0, HASH_LETTERS);
  }
}

function decoded(text: string): Readonly<Record<string, unknown>> {
  if (text.length > LENGTH_MAX || !/^[A-Za-z0-9_-]+$/.test(text)) throw foreign();
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Not JSON.
  }
  throw foreign();
}

const foreign = () => invalidMember("cursor is not one that this question was given; leave it away to begin anew");
