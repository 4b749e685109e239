// An operator's console as a program or a page uses it: what it shows, and the acts that a key may do. Each act has an id, so it
// is carried out once however often it is sent, and what became of it can be asked for when its answer was lost.

import { changeableParameters } from "@evermark/interface/markets/market-parameters.ts";
import { CONSOLE_ACTS, type ConsoleAct, operatorCalls, operatorViews } from "@evermark/interface/operators/operator.ts";
import type { BodyOf, DataOf, OperatorRole, QueryOf } from "@evermark/interface/rows/endpoint.ts";
import { RestClient, type RestOptions } from "./rest/rest-client.ts";
import type { SigningKey } from "./signing/api-key.ts";

export { CONSOLE_ACTS, type ConsoleAct };

type Views = typeof operatorViews;
export type OperatorView = keyof Views;
export type ViewOf<View extends OperatorView> = DataOf<Views[View]>;
/** An act as the log has it, with what it was answered. */
export type OperatorEntry = ViewOf<"getLog">["rows"][number];

export interface OperatorOptions extends Omit<RestOptions, "signer"> {
  /** Granted on the venue's machine: `evermark operator grant_key`. */
  readonly key: SigningKey;
}

export class OperatorClient {
  readonly rest: RestClient;

  constructor({ key, ...options }: OperatorOptions) {
    this.rest = new RestClient({ ...options, signer: { accountId: "", key } });
  }

  /** @throws as `RestClient.call` */
  view<View extends OperatorView>(view: View, query?: QueryOf<Views[View]>): Promise<ViewOf<View>> {
    return this.rest.call(operatorViews[view], query === undefined ? {} : ({ query } as object)) as Promise<
      ViewOf<View>
    >;
  }

  /**
   * Does something, once.
   * @param actId of `newActId`; after a lost answer the same one is safe to send again
   * @throws {ApiError} what refuses it, -1007 when it was asked for before; {AnswerLost} when it may have been done
   */
  act(act: ConsoleAct, input: Readonly<Record<string, unknown>>, actId: string): Promise<OperatorEntry> {
    const body = { ...input, act_id: actId } as BodyOf<(typeof operatorCalls)[ConsoleAct]>;
    return this.rest.call(operatorCalls[act], { body });
  }

  /** @returns null where the venue has not seen it */
  async became(actId: string): Promise<OperatorEntry | null> {
    return (await this.view("getAct", { act_id: actId })).entry;
  }
}

/** The role that a key needs for an act. */
export function roleOf(act: ConsoleAct): OperatorRole {
  return operatorCalls[act].role;
}

/** What a rule of a market means that an operator may change; "" for another one. */
export function meaningOfRule(name: string): string {
  const rule = Object.entries(changeableParameters).find(([each]) => each === name)?.[1];
  return rule !== undefined && "description" in rule ? String(rule.description) : "";
}

export function newActId(): string {
  return crypto.randomUUID();
}
