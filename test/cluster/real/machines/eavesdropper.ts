// An attacker on the bus without the key: repeats messages, soon or seconds later, to their receiver or to another, and
// sends altered ones.

import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Dice } from "../../../workload/dice.ts";

const EVERYTHING = "evermark.>";
const PER_MILLE = 300;

export class Eavesdropper {
  readonly #line: NatsConnection;
  readonly #dice: Dice;
  #isOver = false;

  private constructor(line: NatsConnection, dice: Dice) {
    this.#line = line;
    this.#dice = dice;
    const heard: string[] = [];
    line.subscribe(EVERYTHING, {
      callback: (trouble, { subject, data }) => {
        if (trouble !== null || this.#isOver || !dice.chance(PER_MILLE)) return;
        if (!heard.includes(subject)) heard.push(subject);
        // It may repeat its own repetitions, and stops when the round ends.
        setTimeout(() => this.#send(dice.chance(200) ? dice.pick(heard) : subject, data), dice.pick([1, 50, 2_500]));
      },
    });
  }

  static async begin(port: number, dice: Dice): Promise<Eavesdropper> {
    return new Eavesdropper(await connect({ servers: [`127.0.0.1:${port}`], reconnect: false, noEcho: true }), dice);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#line.close();
  }

  #send(subject: string, data: Uint8Array): void {
    if (this.#line.isClosed()) return;
    const made = new Uint8Array(data);
    if (this.#dice.chance(100)) made[this.#dice.below(made.length)]! ^= 1 + this.#dice.below(255);
    this.#line.publish(subject, made);
  }
}
