export const common = {
  close: "Close",
  cancel: "Cancel",
  buy: "Buy",
  sell: "Sell",
  long: "Long",
  short: "Short",
  connect: "Connect",
  loading: "Loading…",
  notLoaded: "This part of the page could not be loaded. The venue may be unreachable, or newer than this page.",
  tryAgain: "Try again",
  reload: "Reload the page",
  doubts: {
    groups: "Commas only group thousands, as in 58,000. A fraction begins with a point, as in 0.5.",
    points: "One point only: it begins the fraction.",
    signs: "Use digits only, as in 58,000.5.",
    length: "Too many digits.",
  },
  farPrice: (price: string, percent: string, isAbove: boolean, mark: string) =>
    `${price} is ${percent} % ${isAbove ? "above" : "below"} the mark price of ${mark}: further than this market accepts for orders. Is this the price you mean?`,
  anyway: "Yes, do it",
  sortBy: "Sort by",
  pager: {
    label: "Pages",
    before: "Previous",
    after: "Next",
    at: (from: string, to: string, total: string) => `${from} to ${to} of ${total}`,
  },
  /** For lists with the newest rows first. */
  newestFirst: { before: "Newer", after: "Older" },
  risen: "risen",
  fallen: "fallen",
} as const;
