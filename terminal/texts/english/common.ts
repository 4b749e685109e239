export const common = {
  close: "Close",
  cancel: "Cancel",
  buy: "Buy",
  sell: "Sell",
  long: "Long",
  short: "Short",
  connect: "Connect",
  loading: "Loading…",
  risen: "risen",
  fallen: "fallen",
} as const;
