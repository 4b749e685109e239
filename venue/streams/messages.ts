// The frames that both sides send apart from data: reads a client's frames and writes the answers. Streams 3 and 3.1.

import { streamRefusalText } from "@evermark/interface/rows/stream-refusals.ts";
import type { ApiError } from "../wire/api-error.ts";
import type { OrderAnswer } from "./order-entry.ts";

/** Echoed with the JSON type that it had; left out if it was absent. */
type FrameId = string | number | undefined;

const CLIENT_EVENTS = ["subscribe", "unsubscribe", "request", "auth", "ping", "pong"] as const;
type ClientEvent = (typeof CLIENT_EVENTS)[number];

/** What was wrong with a frame, in the client's terms. */
export interface Refused {
  readonly id: FrameId;
  /** Undefined when the frame could not be read. */
  readonly event: string | undefined;
  readonly errorMsg: string;
}

export interface ClientFrame {
  readonly id: FrameId;
  readonly event: ClientEvent;
  readonly topic: unknown;
  readonly params: Readonly<Record<string, unknown>>;
}

export function isRefused(frame: ClientFrame | Refused): frame is Refused {
  return "errorMsg" in frame;
}

/** Reads a frame; unknown members are ignored. */
export function readFrame(message: string | Buffer): ClientFrame | Refused {
  const members = typeof message === "string" ? readObject(message) : undefined;
  const id = typeof members?.id === "string" || typeof members?.id === "number" ? members.id : undefined;
  const event = members?.event;
  if (members === undefined || typeof event !== "string")
    return { id, event: undefined, errorMsg: streamRefusalText("invalid_message") };
  if (!isClientEvent(event)) return { id, event, errorMsg: streamRefusalText("invalid_event", event) };
  return { id, event, topic: members.topic, params: isObject(members.params) ? members.params : {} };
}

/** The positive answer to a frame. @param dataText the JSON of `data`, which follows the time */
export function acknowledgement(frame: Pick<ClientFrame, "id" | "event">, ts: number, dataText?: string): string {
  const head = JSON.stringify({ id: frame.id, event: frame.event, success: true, ts });
  return dataText === undefined ? head : `${head.slice(0, -1)},"data":${dataText}}`;
}

export function failure({ id, event, errorMsg }: Refused, ts: number, more: Readonly<Record<string, unknown>> = {}) {
  return JSON.stringify({ id, event, success: false, ts, errorMsg, ...more });
}

/** The answer to a request that an endpoint has carried out. */
export function orderAnswer(id: FrameId, ts: number, { data, isReplayed }: OrderAnswer): string {
  const replayed = isReplayed ? ',"replayed":true' : "";
  return `{${idMember(id)}"event":"request","success":true,"ts":${ts},"data":${JSON.stringify(data)}${replayed}}`;
}

/** An endpoint's refusal: the `errorMsg` of every refused frame, and the members of a refusal over REST. */
export function orderRefusal(id: FrameId, ts: number, { code, message, members }: ApiError): string {
  return JSON.stringify({ id, event: "request", success: false, ts, errorMsg: message, code, message, ...members });
}

function idMember(id: FrameId): string {
  return id === undefined ? "" : `"id":${JSON.stringify(id)},`;
}

export const PING = '{"event":"ping"}';

export function pong(id: FrameId, ts: number): string {
  return JSON.stringify({ id, event: "pong", ts });
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isClientEvent(event: string): event is ClientEvent {
  return (CLIENT_EVENTS as readonly string[]).includes(event);
}
