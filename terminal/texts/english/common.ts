export const common = {
  close: "Close",
  cancel: "Cancel",
  buy: "Buy",
  sell: "Sell",
  long: "Long",
  short: "Short",
  connect: "Connect",
  loading: "Loading…",
  notLoaded: "This part of the page did not come. The venue may be away, or be a newer one than this page.",
  tryAgain: "Try again",
  reload: "Reload the page",
  doubts: {
    groups: "Commas only group thousands, as in 58,000. A fraction begins with a point, as in 0.5.",
    points: "One point only: it begins the fraction.",
    signs: "Digits only, as in 58,000.5.",
    length: "More digits than a number has here.",
  },
  farPrice: (price: string, percent: string, isAbove: boolean, mark: string) =>
    `${price} is ${percent} % ${isAbove ? "above" : "below"} the mark price of ${mark}: further than this market takes orders. Is it what you mean?`,
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
