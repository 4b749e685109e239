// What an eavesdropper can do with a signed request that changes something. The account header is not covered by the
// signature, and a main account's key signs for its sub-accounts. So one request is sent again under other accounts'
// ids, in other spellings, over one connection and over many, one after the other and all at once. Only one copy may
// have an effect, for one account, once; everything that the owner's other accounts show stays the same.

import { AnswerLost, ApiError } from "@evermark/client";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { type EndpointRow, isAnsweredOnce } from "@evermark/interface/rows/endpoint.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { requestBytes, Wire } from "./bare-wire.ts";
import { type Copy, complaintAboutCopies, REPLAYED } from "./copies.ts";
import {
  type AccountPicture,
  differenceOf,
  fittingFor,
  forAccount,
  Household,
  RequestRefused,
  replyTo,
} from "./household.ts";
import { draftOf, targetOf } from "./requests.ts";
import type { Target } from "./target.ts";

export const capturedRows: readonly EndpointRow[] = endpoints.filter(isAnsweredOnce);

/** How many requests are tried until one is carried out, since a successful request is worth more to an eavesdropper. */
const DRAFTS = 6;
const COPIES = 12;
/** Endpoints that act on the owner rather than on an account, so that every account shows the effect. */
const OF_THE_OWNER = /key|sub_account|referral|notification/;

export interface Captured {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
}

export interface CapturedMove {
  readonly kind: string;
  readonly outcome: string;
  readonly complaint: string | undefined;
  readonly detail: string;
}

type Way = (household: Household, captured: Captured, random: Random) => Promise<readonly Copy[]>;

const ways: Readonly<Record<string, Way>> = {
  "one after another": async (household, captured, random) => {
    const copies: Copy[] = [];
    for (const [account, spelling] of addressees(household, random)) {
      const reply = await replyTo(household.target, spelled(captured, account, spelling));
      copies.push({ account, isRespelled: spelling !== "plain", reply });
    }
    return copies;
  },
  "over one connection": async (household, captured, random) => {
    const copies: Copy[] = [];
    let wire: Wire | undefined;
    for (const [account] of addressees(household, random)) {
      if (wire === undefined || wire.isClosed) wire = await Wire.open(household.target);
      wire.write(spelled(captured, account, "plain"));
      copies.push({ account, isRespelled: false, reply: await wire.answer() });
    }
    wire?.close();
    return copies;
  },
  "all at once": async (household, captured, random) => {
    const sent = addressees(household, random).map(async ([account, spelling]): Promise<Copy> => {
      const reply = await replyTo(household.target, spelled(captured, account, spelling));
      return { account, isRespelled: spelling !== "plain", reply };
    });
    return Promise.all(sent);
  },
};

/** Other bytes for the same request, over which the signature is valid, or nearly so. */
const spellings: Readonly<Record<string, (captured: Captured, account: string) => Buffer>> = {
  plain: writtenFor,
  "an id in capitals": (captured, account) => requestText(captured, forAccount(captured.headers, capitals(account))),
  "a signature with padding": (captured, account) =>
    requestText(
      captured,
      withSignature(forAccount(captured.headers, account), (text) => `${text}==`),
    ),
  "a signature in the other base64 alphabet": (captured, account) =>
    requestText(
      captured,
      withSignature(forAccount(captured.headers, account), (text) => text.replaceAll("-", "+").replaceAll("_", "/")),
    ),
  "a body in a request signed without one": (captured, account) =>
    captured.body === ""
      ? requestBytes(captured.method, captured.path, forAccount(captured.headers, account), '{"x":1}')
      : requestText(captured, forAccount(captured.headers, account)),
  "a fragment": (captured, account) =>
    requestText({ ...captured, path: `${captured.path}#x` }, forAccount(captured.headers, account)),
  "an absolute address instead of a path": (captured, account) =>
    requestText({ ...captured, path: `http://localhost${captured.path}` }, forAccount(captured.headers, account)),
  "a method in lower case": (captured, account) =>
    requestText({ ...captured, method: captured.method.toLowerCase() }, forAccount(captured.headers, account)),
  "another content type": (captured, account) =>
    requestText(
      captured,
      forAccount(captured.headers, account).map(([name, value]) =>
        name === "Content-Type" ? [name, `${value}; charset=utf-8`] : [name, value],
      ),
    ),
};

/** @param only the endpoints whose requests are captured; all when absent */
export async function capturedMove(
  target: Target,
  random: Random,
  only: readonly EndpointRow[] = capturedRows,
): Promise<CapturedMove> {
  const row = only[below(random, only.length)]!;
  const names = Object.keys(ways);
  const way = names[below(random, names.length)]!;
  const kind = `captured, and sent ${way}`;
  try {
    const household = await Household.open(target);
    return { kind, ...(await capturesOf(household, row, random, ways[way]!)) };
  } catch (error) {
    if (!(error instanceof RequestRefused || error instanceof ApiError || error instanceof AnswerLost)) throw error;
    return { kind, outcome: "turned away", complaint: undefined, detail: "" };
  }
}

/** Captures requests until one is carried out, or there have been enough. */
async function capturesOf(household: Household, row: EndpointRow, random: Random, send: Way) {
  const before = await household.pictures();
  const addressed = new Set<string>();
  let outcome = "refused";
  let detail = "";
  for (let draft = 0; draft < DRAFTS && outcome === "refused"; draft++) {
    const captured = capture(household, row, random);
    const copies = await send(household, captured, random);
    detail = detailOf(captured, copies);
    const complaint = complaintAboutCopies(copies);
    if (complaint !== undefined) return { outcome: "bad", complaint, detail };
    for (const account of household.accounts) if (captured.body.includes(account)) addressed.add(account);
    const served = copies.find(({ reply }) => reply.kind === "answer" && reply.status === 200);
    if (served === undefined) continue;
    addressed.add(served.account);
    outcome = "executed for one account";
  }
  const difference = OF_THE_OWNER.test(row.path) ? undefined : await changedOf(household, before, addressed);
  if (difference === undefined) return { outcome, complaint: undefined, detail };
  return {
    outcome: "bad",
    complaint: "another account of the signer was changed",
    detail: `${detail}\n  ${difference}`,
  };
}

/** The changes in accounts for which nothing was carried out. */
async function changedOf(household: Household, before: readonly AccountPicture[], meant: ReadonlySet<string>) {
  const after = await household.pictures();
  const differences = household.accounts.map((account, i) =>
    meant.has(account) ? undefined : differenceOf(before[i]!, after[i]!),
  );
  return differences.find((difference) => difference !== undefined);
}

/** A request signed as its owner would. @param at the signed time; now when absent */
export function capture(household: Household, row: EndpointRow, random: Random, at?: number): Captured {
  const { main } = household;
  const fitting = random() < 0.5 ? fittingFor(row, household, random) : {};
  const draft = { ...draftOf(row, random, main), ...fitting };
  const path = targetOf(draft);
  const readsBody = row.method === "POST" || row.method === "PUT";
  const headers = [...draft.headers, ...main.headers(row.method, path, readsBody ? draft.body : "", at)];
  return { method: row.method, path, body: draft.body, headers };
}

function* addresseesOf(
  { main, subs }: Household,
  random: Random,
): Generator<readonly [account: string, spelling: string]> {
  const all = [main.signer.accountId, ...subs];
  const names = Object.keys(spellings);
  for (let n = 0; n < COPIES; n++) {
    const spelling = random() < 0.5 ? "plain" : names[below(random, names.length)]!;
    yield [all[below(random, all.length)]!, n === 0 ? "plain" : spelling];
  }
}

const addressees = (household: Household, random: Random) => [...addresseesOf(household, random)];

function spelled(captured: Captured, account: string, spelling: string): Buffer {
  return spellings[spelling]!(captured, account);
}

/** The request as it was signed, except for the account. */
export function writtenFor(captured: Captured, account: string): Buffer {
  return requestText(captured, forAccount(captured.headers, account));
}

function requestText({ method, path, body }: Captured, headers: Captured["headers"]): Buffer {
  return requestBytes(method, path, headers, body);
}

function withSignature(headers: Captured["headers"], change: (text: string) => string): Captured["headers"] {
  return headers.map(([name, value]) => [name, name === "SVC-Signature" ? change(value) : value]);
}

const capitals = (account: string): string => `0x${account.slice(2).toUpperCase()}`;

/** What was sent and what was received. */
export function detailOf({ method, path, body }: Captured, copies: readonly Copy[]): string {
  const answers = copies.map(({ account, isRespelled, reply }) => {
    const answer =
      reply.kind === "answer"
        ? `${reply.status} ${reply.headers.get(REPLAYED) ?? ""} ${reply.body.slice(0, 160)}`
        : reply.kind;
    return `< ${account.slice(0, 8)}${isRespelled ? " (respelled)" : ""}: ${answer}`;
  });
  return [`> ${method} ${path} ${body.slice(0, 600)}`, ...answers].join("\n  ");
}
