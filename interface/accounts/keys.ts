// The keys of an account: listing and removing them, and restricting the addresses from which they may be used.
// Interface 4.7, errors 4 and 8.1.

import Type from "typebox";
import { endpoint, perIp, perUser, stated } from "../rows/endpoint.ts";
import { orNull, rows } from "../rows/shapes.ts";

const scopes = ["read", "trading"] as const;

const svcKey = Type.String({ description: "the key: `ed25519:` and its public half in base58" });
/**
 * For endpoints that take their parameters in the query or in a body; the handler checks that required ones are there.
 */
const svcKeyAnywhere = Type.Optional(svcKey);
const addresses = Type.Array(Type.String(), {
  description:
    "addresses, networks and ranges from which the key may be used; empty when the restriction is not a list",
});
const scope = Type.String({ description: "any of read, trading and asset, separated by commas" });
const tag = orNull(Type.String({ description: "the name that its owner gave the key when binding it" }));

const listedAddresses = "up to 20 addresses, networks (192.0.2.0/24) or ranges (192.0.2.1-192.0.2.9), of IPv4 or IPv6";
const modes = Type.Enum(["ALLOW_ALL_IPS", "DISALLOW_ALL_IPS"], {
  description: "ALLOW_ALL_IPS: the key may be used from everywhere; DISALLOW_ALL_IPS: from nowhere",
});

export const keys = {
  getKeys: endpoint({
    method: "GET",
    path: "/v1/client/key_info",
    summary:
      "The keys that are bound to this account itself, most recently bound first, at most 500; keys that have ended stay " +
      "listed for a day",
    auth: "signed",
    scopes,
    limit: perUser(10),
    query: Type.Object({
      key_status: Type.Optional(
        Type.Enum(["ACTIVE", "REMOVING", "REMOVED"], { description: "only keys in this state; all by default" }),
      ),
    }),
    data: rows(
      Type.Object({
        svc_key: svcKey,
        key_status: Type.Enum(["ACTIVE", "REMOVING", "REMOVED"], {
          description: "REMOVED: the key was removed or has expired. Keys are removed at once, so none is REMOVING",
        }),
        scope,
        expiration: Type.Integer({
          description: "when the key expires or expired, or when it was removed, in milliseconds since 1970",
        }),
        tag,
        ip_restriction_list: addresses,
        ip_restriction_status: Type.Enum(["ALLOW_RESTRICTION_LIST", "ALLOW_ALL_IPS", "DISALLOW_ALL_IPS"], {
          description: "whether the key may be used from the listed addresses only, from everywhere or from nowhere",
        }),
      }),
    ),
    source: "interface 4.7 and 4.10",
  }),
  removeKey: endpoint({
    method: "POST",
    path: "/v1/client/remove_svc_key",
    summary: "End a key at once; its streams are closed. Signed by any key that has every scope of this one",
    auth: "signed",
    scopes,
    limit: perIp(10),
    body: Type.Object({ svc_key: svcKey }),
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.10, errors 5 and 8.1",
  }),
  getRestriction: endpoint({
    method: "GET",
    path: "/v1/client/svc_key_ip_restriction",
    summary: "The addresses from which a key may be used",
    auth: "signed",
    scopes,
    limit: perUser(10),
    query: Type.Object({ svc_key: svcKey }),
    data: Type.Object({
      account_id: Type.String({ description: "the account that the key is bound to" }),
      svc_key: svcKey,
      ip_restriction_list: addresses,
      tag,
    }),
    errors: ["not_found"],
    source: "interface 4.7",
  }),
  setRestriction: endpoint({
    method: "POST",
    path: "/v1/client/set_svc_key_ip_restriction",
    summary:
      "Restrict a key to some addresses, which replace the previous ones; parameters in the query or in a JSON body. " +
      "Signed by any key that has every scope of this one",
    auth: "signed",
    scopes,
    limit: perUser(10),
    query: Type.Object({
      svc_key: svcKeyAnywhere,
      ip_restriction_list: Type.Optional(Type.String({ description: `${listedAddresses}, separated by commas` })),
    }),
    body: Type.Object({
      svc_key: svcKeyAnywhere,
      ip_restriction_list: Type.Optional(
        Type.Union([Type.String(), Type.Array(Type.String())], {
          description: `${listedAddresses}: one text separated by commas, or a list`,
        }),
      ),
    }),
    data: Type.Object({ ip_restriction_list: addresses }),
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.7, errors 8.1",
  }),
  resetRestriction: endpoint({
    method: "POST",
    path: "/v1/client/reset_svc_key_ip_restriction",
    summary:
      "Let a key be used from everywhere, or from nowhere; parameters in the query or in a JSON body. Signed by any key that " +
      "has every scope of this one",
    auth: "signed",
    scopes,
    limit: stated(perUser(10, 60_000)),
    query: Type.Object({ svc_key: svcKeyAnywhere, reset_mode: Type.Optional(modes) }),
    body: Type.Object({ svc_key: svcKeyAnywhere, reset_mode: Type.Optional(modes) }),
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.7 and 8, errors 8.1",
  }),
} as const;
