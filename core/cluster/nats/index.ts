// NATS as the bus of a node: the only code that speaks to NATS.

export { type BusAddress, parseBusAddress } from "./bus-address.ts";
export { MESSAGES_VERSION } from "./message-codec.ts";
export { type BusCounts, NatsBus } from "./nats-bus.ts";
