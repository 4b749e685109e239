// A file of the terminal's bundle.

export interface BundledFile {
  /** The path under which a browser requests it. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Value of `Content-Type`. */
  readonly type: string;
}
