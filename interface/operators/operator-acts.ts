// The acts by which an operator changes or inspects a running venue, also with real money: one list for `evermark
// operator` and for the console. Most are also calls of a sandbox. Left out are calls for what a chain reports
// (deposits, withdrawals, delegates) and for what only tests need (money, prices and time by hand).

import Type, { type TSchema } from "typebox";
import type { EndpointRow, OperatorRole } from "../rows/endpoint.ts";
import { FORMS } from "../rows/shapes.ts";
import { sandbox } from "./sandbox.ts";

export interface OperatorActRow {
  /** The act's input and answer. */
  readonly call: Pick<EndpointRow, "summary" | "body" | "query" | "data" | "errors">;
  /** The role that a console key needs; `machine`: only users who may write to the data directory. */
  readonly role: OperatorRole | "machine";
  /** When none of these members is given, the act only shows something: it changes nothing and is not logged. */
  readonly changedBy?: readonly string[];
}

const act = <const Row extends OperatorActRow>(row: Row): Row => row;

export const KEY_NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$";
/** A console key: `ed25519:` and the base58 form of 32 bytes. */
const PUBLIC_KEY = "^ed25519:[1-9A-HJ-NP-Za-km-z]{32,44}$";
const ROLES = "^(view|act|money)(,(view|act|money)){0,2}$";

/** A console key, as it is stored and shown. */
export const operatorKey = Type.Object({
  name: Type.String({ description: "name of the key, under which its acts are logged" }),
  key: Type.String({ description: "`ed25519:` and the public key in base58" }),
  roles: Type.Array(Type.Enum(["view", "act", "money"]), { description: "what the key may do" }),
  granted_time: Type.Integer({ description: `when it was granted, in ${FORMS.time}` }),
  granted_by: Type.String({ description: "user of the venue's machine who granted it" }),
  expires: Type.Union([Type.Integer(), Type.Null()], {
    description: `when it expires, in ${FORMS.time}; null if it does not`,
  }),
});

const keyRows = Type.Object({
  rows: Type.Array(operatorKey, { description: "the keys, in the sequence in which they were granted" }),
});

export const operatorActs = {
  announce: act({ call: sandbox.announce, role: "act" }),
  withdraw_announcement: act({ call: sandbox.withdrawAnnouncement, role: "act" }),
  market: act({ call: sandbox.setMarket, role: "act" }),
  maintenance: act({ call: sandbox.setMaintenance, role: "act" }),
  halt: act({ call: sandbox.setHalt, role: "act" }),
  clock: act({
    call: {
      summary: "Confirm that the machine's clock, which the venue doubts, is right: trading resumes by it",
      body: Type.Object({ confirmed: Type.Literal(true, { description: "`true`" }) }),
      errors: ["refused"],
    },
    role: "act",
  }),
  withdrawals: act({ call: sandbox.setWithdrawals, role: "money" }),
  deposits: act({ call: sandbox.acceptChain, role: "money" }),
  parked: act({ call: sandbox.lookAtParked, role: "money", changedBy: ["credit"] }),
  custody: act({ call: sandbox.lookAtCustody, role: "money", changedBy: ["accept", "repair"] }),
  builder: act({ call: sandbox.setBuilder, role: "money" }),
  account: act({ call: sandbox.setAccount, role: "money" }),
  open_vault: act({ call: sandbox.openVault, role: "money" }),
  vault_state: act({ call: sandbox.setVaultState, role: "money" }),
  grant_key: act({
    call: {
      summary: "Grant a key access to the operator's console; replaces what was granted to that name before",
      body: Type.Object({
        name: Type.String({
          pattern: KEY_NAME,
          expected: "up to 32 letters, digits, dots, dashes and underscores, a letter or digit first",
          description: "name for the key, under which its acts are logged",
        }),
        key: Type.String({
          pattern: PUBLIC_KEY,
          expected: "ed25519: and the base58 form of 32 bytes",
          description: "public key, as the console shows it",
        }),
        roles: Type.String({
          pattern: ROLES,
          expected: "view, act and money, with commas between them",
          description:
            "`view`: may see everything; `act`: may also act on markets and notices; `money`: may also act on custody, withdrawals and grants",
        }),
        expires_time: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: `until when it is good; 90 days from now where it is left out, 0 for no end: ${FORMS.time}`,
          }),
        ),
      }),
      data: keyRows,
      errors: ["refused", "core_unavailable"],
    },
    role: "machine",
  }),
  remove_key: act({
    call: {
      summary: "End a key of the operator's console at once",
      body: Type.Object({ name: Type.String({ maxLength: 32, description: "name under which it was granted" }) }),
      data: keyRows,
      errors: ["not_found", "core_unavailable"],
    },
    role: "machine",
  }),
  keys: act({
    call: { summary: "Show the keys of the operator's console", body: Type.Object({}), data: keyRows },
    role: "machine",
    changedBy: [],
  }),
} as const satisfies Readonly<Record<string, OperatorActRow>>;

export type OperatorAct = keyof typeof operatorActs;

/** The schema of an act's input. */
export function inputOf(act: OperatorAct): TSchema {
  const { call }: OperatorActRow = operatorActs[act];
  return call.body ?? call.query ?? Type.Object({});
}

/** Whether an act with this input changes nothing. */
export function isLook(act: OperatorAct, input: Readonly<Record<string, unknown>>): boolean {
  const { changedBy }: OperatorActRow = operatorActs[act];
  return changedBy?.every((member) => input[member] === undefined) === true;
}
