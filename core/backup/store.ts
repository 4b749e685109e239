// Where a backup is kept: a place for objects that are put whole. There are two kinds, a directory and an S3 bucket; what a
// backup promises is implemented once, above this interface.

export interface Store {
  /** The address as an operator writes it. */
  readonly place: string;
  /** Puts an object, replacing one of the same name: whole and durable, or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such object. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** The objects whose names begin with `prefix`, each with its size in bytes. */
  list(prefix: string): Promise<Map<string, number>>;
  /** Deleting an object that is not there is no error. */
  delete(name: string): Promise<void>;
  /** Ends this process's hold on the place, so that others may write there. */
  close(): void;
}
