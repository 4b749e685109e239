// Describes in words who may call an endpoint and how often.

import type { EndpointRow } from "../rows/endpoint.ts";

/** The properties of a venue that its reference shows. */
export interface DescribedVenue {
  /** The operator's word in the names of headers, parameters and paths. */
  readonly brand: string;
  readonly isSandbox: boolean;
  /** The factor for limits that the interface does not fix. */
  readonly limitsFactor: number;
}

export function accessOf({ auth, scopes = [], role, preview, mainAccountOnly, brokerAdmin }: EndpointRow): string {
  if (auth === "operator") return `signed by a console key with role ${role}`;
  if (auth === "signed") {
    const whose =
      mainAccountOnly === true
        ? ", main accounts only"
        : brokerAdmin === true
          ? ", a builder's administrator only"
          : "";
    const asking = preview === undefined || scopes.includes("read") ? "" : "; read is enough for a preview";
    return `signed, scope ${scopes.join(" or ")}${asking}${whose}`;
  }
  if (auth === "wallet") return "signed by the wallet";
  return auth === "sandbox" ? "open, only from the venue's machine" : "open";
}

/** The limit in words. In a call with several kinds, each kind has a weight. */
export function limitOf({ limit, kinds }: EndpointRow, venue?: DescribedVenue): string {
  const { count, windowMs, per, stated } = limit;
  const what = kinds === undefined ? "" : "weight of ";
  const window = windowMs === 1_000 ? "second" : `${windowMs / 1_000} seconds`;
  const scaled = stated || venue === undefined ? count : Math.max(1, Math.floor(count * venue.limitsFactor));
  const fixed = stated && venue === undefined ? ", fixed" : "";
  return `${what}${scaled.toLocaleString("en")} per ${window} and ${per === "ip" ? "IP address" : "account"}${fixed}`;
}
