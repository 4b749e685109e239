// The client of an operator's console: its views, and the acts that a key may carry out. Each act has an id, so it is
// carried out once however often it is sent, and its outcome can be looked up when its answer was lost.

import { changeableParameters } from "@evermark/interface/markets/market-parameters.ts";
import { CONSOLE_ACTS, type ConsoleAct, operatorCalls, operatorViews } from "@evermark/interface/operators/operator.ts";
import type { BodyOf, DataOf, OperatorRole, QueryOf } from "@evermark/interface/rows/endpoint.ts";
import { RestClient, type RestOptions } from "./rest/rest-client.ts";
import type { SigningKey } from "./signing/api-key.ts";

export { CONSOLE_ACTS, type ConsoleAct };

type Views = typeof operatorViews;
export type OperatorView = keyof Views;
export type ViewOf<View extends OperatorView> = DataOf<Views[View]>;
/** An entry of the operator log: an act with its answer. */
export type OperatorEntry = ViewOf<"getLog">["rows"][number];

export interface OperatorOptions extends Omit<RestOptions, "signer"> {
  /** The operator's key, granted on the venue's machine with `evermark operator grant_key`. */
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
   * Carries out an act, once.
   * @param actId from `newActId`; after a lost answer it is safe to send the same one again
   * @throws {ApiError} when the act is refused, -1007 when it was requested before; {AnswerLost} when it may have
   *   been carried out
   */
  act(act: ConsoleAct, input: Readonly<Record<string, unknown>>, actId: string): Promise<OperatorEntry> {
    const body = { ...input, act_id: actId } as BodyOf<(typeof operatorCalls)[ConsoleAct]>;
    return this.rest.call(operatorCalls[act], { body });
  }

  /** @returns the act's log entry; null when the venue has not seen the act */
  async findAct(actId: string): Promise<OperatorEntry | null> {
    return (await this.view("getAct", { act_id: actId })).entry;
  }
}

/** The role that a key needs for an act. */
export function roleOf(act: ConsoleAct): OperatorRole {
  return operatorCalls[act].role;
}

/** The description of a market rule that an operator may change; "" for any other rule. */
export function meaningOfRule(name: string): string {
  const rule = Object.entries(changeableParameters).find(([each]) => each === name)?.[1];
  return rule !== undefined && "description" in rule ? String(rule.description) : "";
}

export function newActId(): string {
  return crypto.randomUUID();
}
