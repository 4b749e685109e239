// NATS as the bus of a node: the one place that speaks to it.

export { type BusAddress, parseBusAddress } from "./bus-address.ts";
export { MESSAGES_VERSION } from "./message-codec.ts";
export { type BusCounts, NatsBus } from "./nats-bus.ts";
