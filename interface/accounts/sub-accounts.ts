// Sub-accounts: accounts with separate money under a main account, whose key signs for them. Interface 4.5, rules 9.6.

import Type from "typebox";
import { endpoint, perUser, stated } from "../rows/endpoint.ts";
import { rows } from "../rows/shapes.ts";
import { position } from "../trading/positions.ts";
import { holding } from "./account.ts";

const DESCRIPTION_MAX = 64;
const description = Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX }));
const scopes = ["read", "trading"] as const;
const accountId = Type.String({ description: "the account_id to send in the account header" });

export const subAccounts = {
  addSubAccount: endpoint({
    method: "POST",
    path: "/v1/client/add_sub_account",
    summary: "Open a sub-account of the main account; it can have at most ten",
    auth: "signed",
    scopes,
    mainAccountOnly: true,
    limit: stated(perUser(10)),
    body: Type.Object({ description }),
    data: Type.Object({
      sub_account_id: Type.Integer({ description: "number of the sub-account within the main account, from 1" }),
      description: Type.String(),
      account_id: accountId,
    }),
    errors: ["core_unavailable", "refused"],
    source: "interface 4.5, rules 9.6, errors 8.5",
  }),
  getSubAccounts: endpoint({
    method: "GET",
    path: "/v1/client/sub_account",
    summary: "The sub-accounts of the main account",
    auth: "signed",
    scopes,
    mainAccountOnly: true,
    limit: perUser(10),
    data: Type.Object({
      main_account_id: Type.String(),
      rows: Type.Array(Type.Object({ sub_account_id: accountId, description: Type.String() })),
    }),
    source: "interface 4.10, rules 9.6",
  }),
  updateSubAccount: endpoint({
    method: "POST",
    path: "/v1/client/update_sub_account",
    summary: "Change the description of a sub-account",
    auth: "signed",
    scopes,
    mainAccountOnly: true,
    limit: perUser(10),
    body: Type.Object({
      sub_account_id: Type.Union([Type.String(), Type.Integer()], { description: "its account_id, or its number" }),
      description,
    }),
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.10, rules 9.6",
  }),
  getAggregateHolding: endpoint({
    method: "GET",
    path: "/v1/client/aggregate/holding",
    summary: "Balances of the main account and all its sub-accounts",
    auth: "signed",
    scopes,
    mainAccountOnly: true,
    limit: perUser(10),
    data: rows(Type.Object({ account_id: Type.String(), ...holding.properties })),
    errors: ["core_unavailable"],
    source: "interface 4.10",
  }),
  getAggregatePositions: endpoint({
    method: "GET",
    path: "/v1/client/aggregate/positions",
    summary: "Open positions of the main account and all its sub-accounts",
    auth: "signed",
    scopes,
    mainAccountOnly: true,
    limit: perUser(10),
    data: rows(Type.Object({ account_id: Type.String(), ...position.properties })),
    source: "interface 4.10",
  }),
};
