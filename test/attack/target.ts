// The venue that is attacked: one on this machine, and no other.

import { isIP } from "node:net";

export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Where hostile connections come from; the honest ones come from 127.0.0.1, so limits by address distinguish them. */
  readonly localAddress: string | undefined;
}

/** @throws {Error} for anything but http on this machine: attacking another operator's venue is no test */
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
