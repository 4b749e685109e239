/** A duration as text: 42 s, 3 min, 8 h 5 min. */
function spanOf(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? "" : `${count} ${count === 1 ? one : many}`;
}

export const shell = {
  sandbox: "Sandbox",
  showMarkets: "List of markets",
  palette: "Commands and markets",
  paletteHint: "Type a command or a market",
  paletteEmpty: "No command or market matches.",
  sandboxDrawer: "Sandbox: clock, prices, halts",
  menu: "Menu",
  preferences: "Preferences",
  messages: "Messages",
  noMessages: "No messages yet.",
  dismiss: (title: string) => `Dismiss “${title}”`,
  oldData: "Old data",
  failed: (area: string) => `${area}: this part of the page has failed`,
  tryAgain: "Try again",
  window: "Window",
  handle: (before: string, after: string) => `Between ${before} and ${after}: arrow keys resize`,
  areas: {
    markets: "Markets",
    chart: "Chart",
    book: "Order book and trades",
    ticket: "Order ticket",
    portfolio: "Portfolio",
  },
  screens: "Screens",
  screen: { markets: "Markets", chart: "Chart", trade: "Trade", portfolio: "Portfolio", account: "Account" },
  arrangements: { trading: "Trading", chart: "Large chart", "book-left": "Book on the left" },
  group: { go: "Go to", trade: "Trade", look: "Look", account: "Account", markets: "Markets" },
  command: {
    palette: "Commands and markets",
    search: "Search markets",
    buy: "Buy",
    sell: "Sell",
    quantity: "Size of the order",
    price: "Price of the order",
    portfolioTabs: ["Positions", "Open orders", "Algo orders", "Order history", "Fills"],
    account: "Account",
    messages: "Messages",
    help: "Keys",
    sandbox: "Sandbox",
    theme: "Dark or light",
    colours: "Colours of rise and fall",
    arrangement: (name: string) => `Layout: ${name}`,
    showMarkets: "Show or hide the list of markets",
    resetLayout: "Reset layout",
    preferences: "Preferences",
    signIn: "Connect",
    signOut: "Sign out",
    cancelAll: "Cancel all orders",
    deposit: "Deposit",
    withdraw: "Withdraw",
  },
  helpMore: "Keys do nothing while you type. Single keys can be turned off in the preferences.",
  preference: {
    theme: "Theme",
    system: "System",
    dark: "Dark",
    light: "Light",
    palette: "Rise and fall",
    greenRed: "Green, red",
    blueOrange: "Blue, orange",
    arrangement: "Layout",
    confirms: "Ask before an order is sent",
    confirmsCloses: "Ask before a position is closed by market",
    shortcuts: "Single keys run commands",
    reset: "Reset all preferences",
  },
  cancelAll: {
    title: "Cancel all orders",
    text: (count: number) =>
      count === 0
        ? "No order is open."
        : `${count === 1 ? "One open order" : `${count} open orders`} in all markets. Trigger orders stay.`,
    cancel: "Cancel them",
    keep: "Keep them",
    done: "All orders are being cancelled",
  },
  bars: {
    maintenance: "Maintenance: orders can only be cancelled.",
    scheduled: "Maintenance is announced.",
    between: (start: string, end: string) => `${start} to ${end}.`,
    more: "Read more",
    dismiss: "Dismiss the announcement",
  },
  status: {
    age: (seconds: number) => (seconds === 0 ? "Data up to date" : `Data ${seconds} s old`),
    delay: (venue: string, way: string) => `Venue ${venue} ms, network ${way} ms`,
    delayMeaning: "Medians of the last 20 calls: the time in the venue, and the network round trip.",
    clock: (time: string, aheadMs: number) =>
      `Venue time ${time}, ${spanOf(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead" : "behind"}`,
    clockMeaning: "The venue's clock and this machine's differ.",
    keys: "Keys",
  },
  meanwhile: {
    away: (ms: number) => `Away for ${spanOf(ms)}`,
    liquidated: (markets: string) => `Liquidated: ${markets}`,
    liquidatedText: (ms: number, others: string) =>
      [
        `It happened while the connection was lost, for ${spanOf(ms)}.`,
        others,
        "The portfolio has the figures and the reason.",
      ]
        .filter((part) => part !== "")
        .join(" "),
    nothing: "Nothing happened to your orders and positions in the meantime.",
    unknown: "What happened in the meantime could not be loaded; see the histories.",
    /** What happened to orders. */
    happened: ({ filled, partlyFilled, cancelled }: { filled: number; partlyFilled: number; cancelled: number }) =>
      [
        counted(filled, "order filled", "orders filled"),
        counted(partlyFilled, "order filled in part", "orders filled in part"),
        counted(cancelled, "order cancelled", "orders cancelled"),
      ]
        .filter((part) => part !== "")
        .join(", "),
  },
  connection: {
    own: (state: string) => `Account: ${state}`,
    live: "Live",
    idle: "Not connected",
    closed: "Connection closed",
    connecting: (since: string) => `Connecting since ${since}`,
    stale: (since: string) => `Silent since ${since}`,
  },
} as const;
