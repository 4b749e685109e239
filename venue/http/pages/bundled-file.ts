// A file of the terminal.

export interface BundledFile {
  /** As a browser asks for it. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Value of `Content-Type`. */
  readonly type: string;
}
