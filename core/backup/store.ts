// Where a backup is kept: a place for objects that are put whole. Two of them, a directory and an S3 bucket, so that all that a
// backup promises is promised once, above this line.

export interface Store {
  /** As an operator writes it. */
  readonly place: string;
  /** Puts an object in place of one of that name: whole and durable, or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Those whose names begin so, each with its size in bytes. */
  list(prefix: string): Promise<Map<string, number>>;
  /** One that is not there is as good as deleted. */
  delete(name: string): Promise<void>;
  /** Lets others write here. */
  close(): void;
}
