// A caller of the operator's console from outside: keys are granted as a user of the machine grants them, and the test
// signs its calls itself.

import { type ApiKey, generateApiKey } from "@evermark/client";
import { dataPaths } from "@evermark/core";
import { assertDeclaredAnswer } from "@evermark/interface/testing/declared-answers.ts";
import { OperatorCall, type OperatorRequest } from "@evermark/venue/operation/acts/operator-request-folder.ts";
import type { RunningVenue } from "@evermark/venue/run.ts";

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly code: number | undefined;
  readonly message: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly data: any;
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Added to the time of signing. */
  readonly offMs?: number;
}

/**
 * A request by a user of the venue's machine, through the folder that the cli writes to. @throws {Error} when it is
 * refused
 */
export async function askMachine(dataDirectory: string, request: OperatorRequest): Promise<Record<string, unknown>> {
  const call = new OperatorCall(dataPaths(dataDirectory).operator, { by: "root", ...request }, Date.now());
  for (;;) {
    const answer = call.answer();
    if (answer === undefined) await Bun.sleep(10);
    else if ("refused" in answer) throw new Error(answer.refused);
    else return answer.done as Record<string, unknown>;
  }
}

export class ConsoleCaller {
  readonly url: string;
  readonly key: ApiKey;
  readonly #now: () => number;

  private constructor(url: string, key: ApiKey, now: () => number) {
    this.url = url;
    this.key = key;
    this.#now = now;
  }

  /** A caller with a new key, granted under this name; with no roles, it is not granted. */
  static async open(running: RunningVenue, name: string, roles: string): Promise<ConsoleCaller> {
    const key = await generateApiKey();
    const { configuration } = running.venue;
    if (roles !== "") {
      const input = { name, key: key.publicKey, roles };
      await askMachine(configuration.dataDirectory, { do: "grant_key", input });
    }
    return ConsoleCaller.withKey(running, key);
  }

  /** A caller with a key that was granted before. */
  static withKey({ consoleUrl, venue: { clock } }: RunningVenue, key: ApiKey): ConsoleCaller {
    return new ConsoleCaller(consoleUrl!.replace(/\/operator$/, ""), key, () => clock.now());
  }

  get(path: string, sent: Sent = {}): Promise<ConsoleAnswer> {
    return this.send("GET", path, sent);
  }

  /** Sends an action, with a new id unless one is given. */
  act(act: string, input: object, actId: string = crypto.randomUUID()): Promise<ConsoleAnswer> {
    return this.send("POST", `/operator/v1/acts/${act}`, { body: { act_id: actId, ...input } });
  }

  async send(method: string, path: string, { body, headers, offMs = 0 }: Sent): Promise<ConsoleAnswer> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const timestamp = String(this.#now() + offMs);
    const signature = await this.key.sign(`${timestamp}${method}${path}${text}`);
    const signed = { "SVC-Api-Key": this.key.publicKey, "SVC-Timestamp": timestamp, "SVC-Signature": signature };
    const type: Record<string, string> = text === "" ? {} : { "Content-Type": "application/json" };
    return this.sendAs(method, path, text, { ...signed, ...type, ...headers });
  }

  /** Sends a request with exactly these bytes as its body. */
  async sendAs(
    method: string,
    path: string,
    text: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<ConsoleAnswer> {
    const response = await fetch(this.url + path, { method, headers, ...(text !== "" && { body: text }) });
    const answered = await response.text();
    const contentType = response.headers.get("content-type");
    assertDeclaredAnswer({ method, target: path, status: response.status, contentType, text: answered });
    const json = contentType?.startsWith("application/json") === true ? JSON.parse(answered) : {};
    return { status: response.status, headers: response.headers, ...json };
  }
}
