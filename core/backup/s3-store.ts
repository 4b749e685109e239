// A backup in a bucket that speaks the S3 protocol. Its address and its keys come from the environment, under the names
// that other programs use as well: S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_SESSION_TOKEN, or the
// same with AWS_ in place of S3_.
//
// A bucket has no lock. Two backups that write to one place notice each other by the manifest (directory-backup.ts).

import { Fault } from "@evermark/engine";
import type { S3Client } from "bun";
import type { Store } from "./store.ts";

const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/;
const LISTED_AT_ONCE = 1000;

/** @throws {Fault} when `place` is not of the form `s3://bucket/prefix` */
export function s3Store(place: string): Store {
  const match = PLACE.exec(place);
  if (match === null) throw new Fault(`${place} names no bucket; expected s3://bucket or s3://bucket/prefix`);
  const [, bucket = "", prefix = ""] = match;
  return new S3Store(place, new Bun.S3Client({ bucket }), prefix === "" ? "" : `${prefix}/`);
}

class S3Store implements Store {
  constructor(
    readonly place: string,
    private readonly client: S3Client,
    private readonly prefix: string,
  ) {}

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.said(this.client.write(this.prefix + name, bytes));
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    try {
      return await this.client.file(this.prefix + name).bytes();
    } catch (error) {
      if (codeOf(error) === "NoSuchKey") return undefined;
      throw this.named(error);
    }
  }

  async list(prefix: string): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    let startAfter: string | undefined;
    for (;;) {
      const asked = { prefix: this.prefix + prefix, maxKeys: LISTED_AT_ONCE, ...(startAfter && { startAfter }) };
      const { contents = [], isTruncated } = await this.said(this.client.list(asked));
      for (const { key, size = 0 } of contents) found.set(key.slice(this.prefix.length), size);
      startAfter = contents.at(-1)?.key;
      if (isTruncated !== true || startAfter === undefined) return found;
    }
  }

  async delete(name: string): Promise<void> {
    await this.said(this.client.delete(this.prefix + name));
  }

  close(): void {}

  private async said<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      return await answer;
    } catch (error) {
      throw this.named(error);
    }
  }

  /** The bucket's error, with the bucket's address, marked as a system error: it may pass. */
  private named(error: unknown): Error {
    const code = codeOf(error);
    const message = error instanceof Error ? error.message : String(error);
    return Object.assign(new Error(`${this.place}: ${code}: ${message}`, { cause: error }), { code, syscall: "s3" });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "S3Error";
}
