import { decimal } from "../../format/figure-text.ts";
import { marketName } from "../../format/market-name.ts";
import { dayAndTime } from "../../format/time.ts";

export const sandbox = {
  title: "Sandbox",
  lead: "Everything here changes the venue for every client. No money is real.",
  elsewhere: "The venue takes these only from its own machine. Open the terminal there, at http://127.0.0.1.",
  said: "Result",
  busy: "Working…",

  clock: {
    title: "Clock",
    effect:
      "Moves the venue's time forward, second by second: funding, triggers, expiries and candles all happen. While the clock moves, signed requests may arrive too late and be refused.",
    now: "Venue time",
    minutes: "Minutes",
    advance: "Move forward",
    eightHours: "Eight hours",
    toFunding: (market: string) => `To ${market} funding`,
    done: (ms: number) => `It is ${dayAndTime(ms)} now.`,
  },

  prices: {
    title: "Prices",
    effect:
      "Sets a market's index price. It stays there, for every client, until it is set again or set free; the mark price follows at once.",
    market: "Market",
    index: "Index price",
    set: "Set price",
    move: (text: string) => `Move by ${text}`,
    free: "Set free",
    freed: (symbol: string) => `${marketName(symbol)} index follows its sources again.`,
    unknown: "The market's index price is not known yet.",
    done: (symbol: string, from: number, to: string) =>
      `${marketName(symbol)} index: from ${decimal(from)} to ${decimal(Number(to))}.`,
  },

  you: {
    title: "Your account",
    signedOut: "Sign in to try what happens to an account.",
    faucet: "Claim from the faucet",
    faucetEffect: "Credits test money to your account, as a deposit. The faucet gives only a few times.",
    faucetDone: "The faucet has paid.",
    liquidate: "Liquidate me",
    liquidateEffect:
      "Moves the index price of your largest position just beyond its liquidation price. The venue then takes the position, and charges for it.",
    liquidatePlan: (symbol: string, from: number, to: string) =>
      `${marketName(symbol)} would go from ${decimal(from)} to ${decimal(Number(to))}, for every client.`,
    liquidateDone: (symbol: string, to: string) =>
      `${marketName(symbol)} index is ${decimal(Number(to))}, beyond your liquidation price. See the liquidation under your positions.`,
    noPosition: "You have no position.",
    noPrice: "No price liquidates your position: open a larger one, or one with more leverage.",
    sure: "Do it",
    back: "Put the price back",
    backDone: (symbol: string, to: number) =>
      `${marketName(symbol)} index is ${decimal(to)} again, and stays there until it is set: this venue's prices are set by hand.`,
    funding: "Pay me funding",
    fundingEffect:
      "Moves the clock to the next funding time of a market in which you have a position. Who pays whom depends on the rate.",
    fundingPaid: (symbol: string, amount: number) =>
      `You paid ${decimal(amount)} USDC of funding in ${marketName(symbol)}.`,
    fundingReceived: (symbol: string, amount: number) =>
      `You received ${decimal(amount)} USDC of funding in ${marketName(symbol)}.`,
    fundingNone: (symbol: string) => `The funding time of ${marketName(symbol)} has passed; nothing was due.`,
  },

  halts: {
    title: "Markets and halts",
    effect:
      "In reduce-only, positions can only shrink. A halted market takes no orders at all; cancelling still works.",
    market: "Market",
    state: "State",
    states: { ACTIVE: "Active", POST_ONLY: "Post-only", REDUCE_ONLY: "Reduce-only", HALTED: "Halted" },
    reason: "Reason",
    set: "Set state",
    done: (symbol: string, state: string) => `${marketName(symbol)}: ${state}.`,
    venueEffect: "Halts or resumes all markets at once.",
    halt: "Halt the venue",
    resume: "Resume the venue",
    halted: "Every market is halted.",
    resumed: "Markets are resumed.",
  },

  maintenance: {
    title: "Maintenance",
    effect: "Announces a maintenance window. While it runs, orders are refused; cancelling still works.",
    startsIn: "Starts in",
    lasts: "Lasts",
    minutes: "min",
    message: "Message",
    announce: "Announce",
    takeBack: "Cancel maintenance",
    done: (from: number, to: number) => `Maintenance from ${dayAndTime(from)} to ${dayAndTime(to)}.`,
    tookBack: "No maintenance is planned.",
  },

  announcements: {
    title: "Announcements",
    effect: "Shows a message to every client, until it is withdrawn.",
    message: "Text",
    url: "Link",
    announce: "Announce",
    withdraw: "Withdraw",
    withdrawOne: (message: string) => `Withdraw: ${message}`,
    done: "Announced.",
    withdrawn: "Withdrawn.",
  },

  insurance: {
    title: "Insurance fund",
    effect: "Pays test money into the fund that takes over what liquidations leave behind.",
    amount: "Amount",
    pay: "Pay in",
    done: (balance: number) => `The fund has ${decimal(balance)} USDC.`,
  },

  withdrawals: {
    title: "Withdrawals",
    effect: "While paused, withdrawals are accepted but wait; those already sent continue.",
    pause: "Pause",
    run: "Resume",
    paused: "Withdrawals are paused.",
    running: "Withdrawals are resumed.",
  },
} as const;
