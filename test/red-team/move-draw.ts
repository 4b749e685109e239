// Draws moves. A setting says who plays and in which markets, a kit which moves there are. Some moves use knowledge of
// the market (quotes on both sides of the mark, the bound of the price range), but what is done with them is left to
// the search.

import type { MarginMode, OrderType, Side } from "@evermark/engine";
import type { Dice } from "../workload/dice.ts";
import { HOLDERS } from "./honest.ts";
import type { Kit } from "./kit.ts";
import { ALL, type Move, type MoveName, type SizeUnit, type Terms, VAULT_OPERATIONS, type WorldMove } from "./moves.ts";
import { PROVIDER, type Setting, VAULT_FUND } from "./world-settings.ts";

/** The default price range, in millionths, and how far orders of default markets may be on the passive side. */
const RANGE = 30_000;
const SCOPE = 390_000;
const KINDS: readonly OrderType[] = ["LIMIT", "LIMIT", "IOC", "FOK", "MARKET", "POST_ONLY", "ASK", "BID"];
const NEAR_PLACES = ["sample", "minute"] as const;
const NONE = -1;
/** The longest drift, so that a plan stays quick to play. */
const STEPS_MAX = 50;

export class Draw {
  constructor(
    private readonly dice: Dice,
    private readonly kit: Kit,
    private readonly setting: Setting,
  ) {}

  move(): Move {
    return this.named(this.dice.weighted(this.kit.moves as Record<MoveName, number>));
  }

  named(name: MoveName): Move {
    const { dice, kit } = this;
    const by = this.player();
    if (name === "honest") return this.honest();
    switch (name) {
      case "order": {
        const kind = dice.pick(kit.kinds ?? KINDS);
        const closes = kit.closing === true || dice.chance(250);
        const extras = {
          hidden: kit.hidden === true || dice.chance(100),
          byAmount: dice.chance(150),
          closes,
          reduceOnly: closes && dice.chance(500),
        };
        const whole =
          kit.closing === true || (closes && dice.chance(700)) ? { unit: "position" as const, size: 1_000 } : {};
        return { do: name, by, kind, ...this.terms(by), ...whole, ...extras, passive: kit.passive === true };
      }
      case "meet":
        return {
          do: name,
          by,
          with: this.other(by),
          kind: dice.pick(["IOC", "IOC", "LIMIT", "MARKET", "FOK"]),
          ...this.terms(by),
        };
      case "amend":
        return {
          do: name,
          by,
          which: dice.below(3),
          off: this.off(),
          size: dice.pick([1_000, 1_000, 500, 2_000, 100]),
        };
      case "cancel":
        return { do: name, by, market: dice.chance(500) ? NONE : this.market() };
      case "algo": {
        const kind = dice.pick(["STOP", "STOP", "TRAILING_STOP", "POSITIONAL_TP_SL"] as const);
        const trigger = this.signed(dice.pick([300, 3_000, 30_000]));
        return {
          do: name,
          by,
          kind,
          limit: dice.chance(500),
          trigger,
          reduceOnly: dice.chance(200),
          ...this.terms(by),
        };
      }
      case "paint":
        return this.paint(by);
      case "premium": {
        const bid = this.signed(dice.pick([29_000, 29_000, 15_000, 6_000, 2_000]));
        return { do: name, by, with: this.other(by), bid, usdc: 120_000, periods: dice.pick([1, 1, 2, 3]) };
      }
      case "leverage":
        return {
          do: name,
          by,
          market: dice.chance(300) ? NONE : this.market(),
          leverage: dice.pick([1, 5, 10, 20, 50, 100]),
          mode: this.mode(),
        };
      case "settle":
        return { do: name, by };
      case "withdraw":
        return dice.chance(400) ? { do: name, by: ALL, share: 1_000 } : { do: name, by, share: this.share() };
      case "transfer":
        if (kit.gifts === true) return { do: name, by: PROVIDER, to: VAULT_FUND, share: dice.between(20, 200) };
        return { do: name, by, to: this.other(by), share: this.share() };
      case "deposit":
        return { do: name, by, usdc: dice.pick([10, 100, 1_000, 50_000]) };
      case "margin":
        return { do: name, by, market: this.market(), direction: dice.pick(["ADD", "REDUCE"]), share: this.share() };
      case "claim":
        return { do: name, by, which: dice.below(3), share: this.share(), extra: dice.pick([0, 0, 1_000]) };
      case "claim fund":
        return { do: name, by, which: dice.below(3), share: this.share() };
      case "vault":
        return this.vault();
      case "vault state":
        return { do: name, state: dice.chance(850) ? "live" : "closing" };
      case "fees":
        return {
          do: name,
          taker: dice.pick([30, 60, 1_000]),
          maker: dice.pick([0, 30, 1_000]),
          tag: dice.pick([1, 1_000]),
        };
      default:
        return this.world(name);
    }
  }

  private honest(): Move {
    const { dice } = this;
    const market = this.market();
    const holder = dice.pick(HOLDERS);
    if (this.kit.gifts === true) return { do: "honest", act: dice.pick(["invest", "invest", "redeem"]) };
    const act = dice.weighted({ quote: 5, close: 4, stop: 4, leave: 1, invest: 2, redeem: 1 });
    switch (act) {
      case "quote":
        return {
          do: "honest",
          act,
          market,
          off: dice.pick([300, 1_000, 3_000]),
          usdc: dice.pick([10_000, 300_000, 2_000_000]),
        };
      case "close":
        return { do: "honest", act, who: holder, market: 0 };
      case "stop":
        return { do: "honest", act, who: holder, market: 0, off: dice.pick([200, 500, 1_000, 5_000, 20_000]) };
      default:
        return { do: "honest", act };
    }
  }

  private world(name: WorldMove["do"]): Move {
    const { dice, kit, setting } = this;
    const market = this.market();
    switch (name) {
      case "wait":
        return { do: name, seconds: dice.pick([1, 1, 5, 11, 31, 45]) };
      case "until":
        return { do: name, place: dice.pick(kit.places ?? NEAR_PLACES) };
      case "drift": {
        const most = setting.speed < 500 ? setting.speed * 10 : setting.speed;
        const ppm = this.signed(dice.pick([most, most, Math.ceil(most / 4)]));
        return { do: name, market, ppm, steps: setting.speed === 0 ? 1 : dice.pick([1, 4, 20, STEPS_MAX, STEPS_MAX]) };
      }
      case "step":
        return { do: name, market, percent: this.signed(dice.pick([0.4, 0.8, 1, 2, 5, 10, 19])) };
      case "jump":
        return { do: name, market, percent: this.signed(dice.pick([22, 25, 25, 40])) };
      case "silence":
        return { do: name, market, sources: dice.pick([1, 2, 3, 3, 3]), seconds: dice.pick([3, 9, 12, 25]) };
      case "session": {
        const ppm = this.signed(setting.speed);
        return { do: name, seconds: dice.pick([1, 5, 20, 60, 100]), heard: dice.pick([1, 3, 8, 15]), market, ppm };
      }
      case "clock":
        return { do: name, halted: dice.chance(600) };
      case "state":
        return {
          do: name,
          market,
          state: dice.pick(["HALTED", "HALTED", "ACTIVE", "ACTIVE", "REDUCE_ONLY", "POST_ONLY"]),
        };
      case "delist":
        return { do: name, market, minutes: dice.pick([2, 10, 31]) };
      case "maintenance":
        return { do: name, minutes: dice.pick([1, 3]) };
    }
  }

  private terms(by: number): Terms {
    const { dice, kit } = this;
    const tags = kit.tags === true ? 250 : 0;
    const unit = dice.pick<SizeUnit>(["most", "most", "position", "equity", "usdc"]);
    return {
      market: this.market(),
      side: this.side(by),
      off: this.off(),
      unit,
      size: unit === "usdc" ? dice.pick([10, 11, 100, 1_000, 20_000, 100_000, 500_000]) : this.size(),
      mode: this.mode(),
      tagged: dice.chance(tags),
    };
  }

  /** Quotes near where the mark is meant to go: both close together, or one far away. */
  private paint(by: number): Move {
    const { dice, setting } = this;
    const up = dice.chance(500);
    const far = dice.pick([500, 1_250, 2_600, 6_000, 12_500, 29_000, RANGE]);
    const [bid, ask] = up ? [far - dice.pick([10, 200]), far] : [-far, -far + dice.pick([10, 200])];
    const usdc = dice.pick([11, 11, 25_000, 110_000, 500_000]);
    const minutes = dice.pick([0, 1, 1, 2, 4, 15]);
    const market = dice.below(setting.markets.length);
    const keep = dice.chance(300);
    const toward = dice.pick([0, 0, 1, -1] as const);
    return { do: "paint", by, with: this.other(by), market, bid, ask, usdc, minutes, keep, toward };
  }

  private vault(): Move {
    const { dice } = this;
    const operation = dice.pick(VAULT_OPERATIONS);
    const ofRing = this.setting.vault === "ring";
    if (operation.startsWith("SP") && !ofRing) return this.named("settle");
    const by = operation.startsWith("SP") ? PROVIDER : this.player();
    const share = this.kit.gifts === true && operation === "SP_DEPOSIT" && dice.chance(600) ? 0 : this.share();
    const seen = this.kit.watchful === true ? dice.pick([0, 1, -1] as const) : 0;
    return { do: "vault", by, operation, share, seen };
  }

  private player(): number {
    const { dice, setting } = this;
    if (setting.vault === "ring" && dice.chance(250)) return dice.pick([PROVIDER, VAULT_FUND, VAULT_FUND]);
    return dice.pick([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 5]);
  }

  private other(by: number): number {
    for (;;) {
      const other = this.player();
      if (other !== by && !(this.setting.oneSided && (other - by) % 2 === 0)) return other;
    }
  }

  private market(): number {
    return this.dice.below(this.setting.markets.length);
  }

  private side(by: number): Side {
    if (this.setting.oneSided) return by % 2 === 0 ? "BUY" : "SELL";
    return this.dice.pick(["BUY", "SELL"]);
  }

  private mode(): MarginMode {
    if (this.kit.isolated === "always") return "ISOLATED";
    return this.kit.isolated !== "never" && this.dice.chance(300) ? "ISOLATED" : "CROSS";
  }

  private off(): number {
    const { dice, kit } = this;
    const reach = kit.reach ?? SCOPE;
    if (reach === 0 || dice.chance(250)) return 0;
    const kind = dice.weighted({ near: 3, middle: 2, bound: 3, scope: 1 });
    const most = { near: 300, middle: 10_000, bound: RANGE, scope: SCOPE }[kind];
    const size = kind === "bound" ? dice.pick([RANGE, RANGE, 29_000, 20_000]) : dice.between(1, most);
    return this.signed(Math.min(reach, size));
  }

  private size(): number {
    const { dice } = this;
    return dice.chance(600) ? dice.pick([1_000, 1_000, 950, 500, 900, 999]) : dice.between(1, 1_500);
  }

  private share(): number {
    const { dice } = this;
    return dice.chance(700) ? 1_000 : dice.between(1, 999);
  }

  private signed(size: number): number {
    return this.dice.chance(500) ? size : -size;
  }
}
