// The venue under attack: one on this machine, and no other.

import { isIP } from "node:net";

export interface Target {
  /** Without a trailing slash. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /**
   * The address that hostile connections come from; honest ones come from 127.0.0.1, so that limits by address
   * distinguish them.
   */
  readonly localAddress: string | undefined;
}

/** @throws {Error} for anything but http on this machine: attacking another operator's venue is not a test */
export function targetOf(text: string): Target {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new Error(`--url ${text}: expected an address such as http://127.0.0.1:8196`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "http:" || !isLoopback(host)) {
    throw new Error(`--url ${text}: expected http and an address of this machine, such as http://127.0.0.1:8196`);
  }
  const { port } = url;
  // Linux routes all of 127.0.0.0/8 to itself.
  const localAddress = process.platform === "linux" && isIP(host) !== 6 ? "127.0.0.66" : undefined;
  return { url: `http://${url.host}`, host, port: Number(port === "" ? 80 : port), localAddress };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
