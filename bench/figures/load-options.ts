// The load that a benchmark makes, as the user can set it: the parts that it is a mix of, and how much of it there is.

import { numberText } from "./number-text.ts";

/** Parts of a load by name, as weights: `{ limit: 9, cancel: 91 }` makes 91 of 100 commands cancels. */
export type Mix = Readonly<Record<string, number>>;

export interface Load {
  readonly mix: Mix;
  readonly accounts: number;
  readonly markets: number;
  readonly connections: number;
  /** The duration of each single measurement. */
  readonly seconds: number;
  /** The number of fills that history holds. */
  readonly fills: number;
}

export type LoadOption = keyof Load;

/** For each option, the placeholder for its value and its description. */
export const LOAD_OPTIONS: Readonly<Record<LoadOption, readonly [value: string, about: string]>> = {
  mix: ["part=n,…", "the mix of the load, as weights of the listed parts"],
  accounts: ["n", "number of accounts that send the load"],
  markets: ["n", "number of markets over which the load is spread"],
  connections: ["n", "number of connections that stay open"],
  seconds: ["n", "length of each measurement; for soak, of the whole run"],
  fills: ["n", "number of fills in history"],
};

/** For a benchmark that uses none of these options. */
export const NO_LOAD: Load = { mix: {}, accounts: 0, markets: 0, connections: 0, seconds: 0, fills: 0 };

const MAXIMA: Readonly<Record<Exclude<LoadOption, "mix">, number>> = {
  accounts: 10_000_000,
  markets: 10_000,
  connections: 10_000,
  seconds: 86_400,
  fills: 100_000_000,
};

/** The value of a flag, or one line that says what is wrong with it. */
export function readLoadOption(name: LoadOption, text: string): Partial<Load> | string {
  if (name === "mix") return readMix(text);
  const value = Number(text);
  const max = MAXIMA[name];
  const fits = name === "seconds" ? value > 0 : Number.isInteger(value) && value >= 1;
  if (/^\d+(\.\d+)?$/.test(text) && fits && value <= max) return { [name]: value };
  const kind = name === "seconds" ? "a number of seconds" : "a whole number from 1";
  return `--${name} is ${JSON.stringify(text)}; expected ${kind} up to ${numberText(max)}`;
}

function readMix(text: string): Partial<Load> | string {
  const wrong = `--mix is ${JSON.stringify(text)}; expected parts with weights, such as limit=9,cancel=91`;
  const mix: Record<string, number> = {};
  for (const part of text.split(",")) {
    const [, name, weight] = /^([a-z-]+)=(\d+)$/.exec(part.trim()) ?? [];
    if (name === undefined || name in mix) return wrong;
    mix[name] = Number(weight);
  }
  return weightOf(mix) > 0 ? { mix } : `--mix is ${JSON.stringify(text)}; expected at least one part above 0`;
}

/** A benchmark's load with the requested values in it, or one line that says why the benchmark can't make it. */
export function loadFor(
  benchmark: { readonly name: string; readonly load?: Partial<Load>; readonly quickLoad?: Partial<Load> },
  asked: Partial<Load>,
  quick: boolean,
): Load | string {
  const own = { ...benchmark.load, ...(quick ? benchmark.quickLoad : {}) };
  const load: Load = { ...NO_LOAD, ...own };
  const obeyed = Object.entries(asked).filter(([option]) => option in own);
  const { mix } = asked;
  if (mix !== undefined && own.mix !== undefined) {
    const unknown = Object.keys(mix).filter((part) => !(part in own.mix!));
    if (unknown.length > 0) {
      return `--mix names ${unknown.join(", ")}; the parts of ${benchmark.name} are ${Object.keys(own.mix).join(", ")}`;
    }
  }
  return { ...load, ...Object.fromEntries(obeyed) };
}

export function weightOf(mix: Mix): number {
  return Object.values(mix).reduce((sum, weight) => sum + weight, 0);
}

/** `limit 9 %, cancel 91 %; 1,000 accounts; 1 market`. Contains only what the benchmark itself names. */
export function loadText(load: Load, own: Partial<Load> = {}): string {
  const parts: string[] = [];
  if (own.mix !== undefined) parts.push(mixText(load.mix));
  for (const option of ["accounts", "markets", "connections", "fills"] as const) {
    const count = load[option];
    if (own[option] !== undefined) parts.push(`${numberText(count)} ${count === 1 ? option.slice(0, -1) : option}`);
  }
  if (own.seconds !== undefined) parts.push(`${numberText(load.seconds)} s`);
  return parts.join("; ");
}

function mixText(mix: Mix): string {
  const all = weightOf(mix);
  return Object.entries(mix)
    .map(([name, weight]) => `${name} ${numberText((weight / all) * 100)} %`)
    .join(", ");
}
