// Which placements were answered how, by the caller's own id: a repeated placement gets its first answer, so that a lost
// answer is never a second position. Rules 2.11. Remembered are all open orders and, per account, the last 10,000
// finished or refused ones.

import type { PlaceOrder } from "../commands.ts";
import { type Rejection, type RejectionName, rejection } from "../rejections.ts";
import type { ByteReader, ByteWriter } from "../storage/bytes.ts";
import { ORDER_STATUSES, type OrderStatus } from "../vocabulary.ts";

const FINISHED_MAX = 10_000;

export interface FirstAnswer {
  /** Of the placement's fields, so that a different order under the same id is told apart. */
  readonly digest: string;
  readonly orderId: number;
  /** As the placement was answered; set once matching is over. */
  status: OrderStatus;
  readonly rejection: Rejection | null;
}

interface Memory {
  readonly answers: Map<string, FirstAnswer>;
  /** Ids of finished orders, oldest first from `start` on; the part before it is dropped now and then. */
  finished: string[];
  start: number;
}

export class ClientOrders {
  readonly #accounts = new Map<number, Memory>();

  find(account: number, clientOrderId: string): FirstAnswer | undefined {
    return this.#accounts.get(account)?.answers.get(clientOrderId);
  }

  remember(account: number, clientOrderId: string, answer: FirstAnswer): void {
    this.#memory(account).answers.set(clientOrderId, answer);
  }

  /** The order is finished: from now on its id is remembered only among the last 10,000. */
  finish(account: number, clientOrderId: string): void {
    const memory = this.#memory(account);
    memory.finished.push(clientOrderId);
    if (memory.finished.length - memory.start <= FINISHED_MAX) return;
    memory.answers.delete(memory.finished[memory.start++]!);
    if (memory.start < FINISHED_MAX) return;
    memory.finished = memory.finished.slice(memory.start);
    memory.start = 0;
  }

  write(out: ByteWriter): void {
    const accounts = [...this.#accounts.keys()].sort((a, b) => a - b);
    out.i32(accounts.length);
    for (const account of accounts) {
      const memory = this.#memory(account);
      out.i32(account);
      // Sorted: the order in which a map was filled must not show.
      const ids = [...memory.answers.keys()].sort();
      out.i32(ids.length);
      for (const id of ids) writeAnswer(out, id, memory.answers.get(id)!);
      out.i32(memory.finished.length - memory.start);
      for (let i = memory.start; i < memory.finished.length; i++) out.text(memory.finished[i]!);
    }
  }

  read(input: ByteReader): void {
    for (let left = input.i32(); left > 0; left--) {
      const memory = this.#memory(input.i32());
      for (let answers = input.i32(); answers > 0; answers--) {
        const id = input.text();
        memory.answers.set(id, readAnswer(input));
      }
      memory.finished = Array.from({ length: input.i32() }, () => input.text());
    }
  }

  #memory(account: number): Memory {
    let memory = this.#accounts.get(account);
    if (memory === undefined) {
      memory = { answers: new Map(), finished: [], start: 0 };
      this.#accounts.set(account, memory);
    }
    return memory;
  }
}

/** Two placements are the same iff all of these are. Interface fields in a fixed order; number spelling is gone. */
export function digestOf(c: PlaceOrder): string {
  return [
    c.market,
    c.side,
    c.orderType,
    c.price,
    c.quantity,
    c.amount,
    c.visible,
    c.reduceOnly,
    c.slippage,
    c.level,
    c.postOnlyAdjust,
    c.marginMode,
    c.tag,
  ].join("|");
}

function writeAnswer(out: ByteWriter, id: string, answer: FirstAnswer): void {
  out.text(id);
  out.text(answer.digest);
  out.f64(answer.orderId);
  out.u8(ORDER_STATUSES.indexOf(answer.status));
  out.text(answer.rejection?.name ?? "");
  if (answer.rejection === null) return;
  out.text(answer.rejection.message);
  const entries = Object.entries(answer.rejection.detail);
  out.i32(entries.length);
  for (const [name, value] of entries) {
    out.text(name);
    out.u8(typeof value === "number" ? 1 : 0);
    if (typeof value === "number") out.f64(value);
    else out.text(value);
  }
}

function readAnswer(input: ByteReader): FirstAnswer {
  const digest = input.text();
  const orderId = input.f64();
  const status = ORDER_STATUSES[input.u8()]!;
  const name = input.text();
  if (name === "") return { digest, orderId, status, rejection: null };
  const message = input.text();
  const detail: Record<string, string | number> = {};
  for (let left = input.i32(); left > 0; left--) {
    const field = input.text();
    detail[field] = input.u8() === 1 ? input.f64() : input.text();
  }
  return { digest, orderId, status, rejection: rejection(name as RejectionName, detail, message) };
}
