// The setting of the recording: the venue, its traders, and the actions that every chapter uses.

import { OutsideStream, publicUrl } from "../venue/outside/outside-stream.ts";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import { ExampleTrader } from "./example-trader.ts";
import type { Data, Input, Recording } from "./exchange-recording.ts";

export const BTC = "PERP_BTC_USDC";
export const ETH = "PERP_ETH_USDC";
export const CHAIN = { brokerId: "demo", chainId: 196 } as const;
export const YEAR_MS = 365 * 86_400_000;

export class Stage {
  readonly recording: Recording;
  readonly streams: OutsideStream[] = [];
  /** Makes a market, and administers the builder as its first customer. */
  readonly alice: ExampleTrader;
  /** Trades with Alice. */
  readonly bob: ExampleTrader;
  /** Both borrow too much. */
  readonly carol: ExampleTrader;
  readonly dave: ExampleTrader;
  /** Alice's sub-account, once it is open. */
  subAccount: ExampleTrader;
  readonly #venue: OutsideVenue;
  #now: number;

  constructor(venue: OutsideVenue, recording: Recording, beginsAt: number) {
    this.#venue = venue;
    this.recording = recording;
    this.#now = beginsAt;
    [this.alice, this.bob, this.carol, this.dave] = [
      this.trader(0xa1),
      this.trader(0xb0),
      this.trader(0xca),
      this.trader(0xda),
    ];
    this.subAccount = this.alice;
  }

  /** Venue time in milliseconds. */
  get now(): number {
    return this.#now;
  }

  trader(seed: number): ExampleTrader {
    return new ExampleTrader(seed, () => this.#now);
  }

  /** Calls an endpoint, as Alice unless another trader is given. */
  call(name: string, input?: Input, signer: ExampleTrader = this.alice): Promise<Data> {
    return this.recording.call(name, input, signer);
  }

  async wait(ms: number): Promise<void> {
    this.#now = Number((await this.call("sandbox.advanceClock", { body: { advance_ms: ms } })).time);
  }

  async setPrice(prices: Readonly<Record<string, number>>): Promise<void> {
    await this.call("sandbox.setPrices", { body: { prices } });
    await this.wait(1_000);
  }

  async openPublicStream(): Promise<OutsideStream> {
    return this.#kept(await OutsideStream.open(publicUrl(this.#venue, this.alice.accountId)));
  }

  async openPrivateStream(trader: ExampleTrader): Promise<OutsideStream> {
    return this.#kept(await OutsideStream.open(trader.streamUrl(this.#venue.socketUrl)));
  }

  #kept(stream: OutsideStream): OutsideStream {
    this.streams.push(stream);
    return stream;
  }
}
