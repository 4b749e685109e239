export const signIn = {
  title: "Sign in",
  /** The name of the terminal's key in lists of keys. */
  keyName: "Terminal",
  titleAgain: "Sign in again",
  checking: "…",

  burner: {
    title: "Try it with play money",
    text: "Creates a wallet in this browser, opens an account with it and funds the account with play money. Takes a few seconds and needs no extension.",
    start: "Start with a burner wallet",
    name: "Burner wallet",
    honest:
      "The wallet's key is kept in this browser and never sent. Anyone who uses this browser can use this wallet: it is meant for play money only. You can copy the key from the account menu.",
  },
  injected: {
    title: "Use a wallet in this browser",
    text: "It signs two messages: one opens the account, one binds a key that stays in this browser and signs your orders. Neither is a transaction, and neither costs anything.",
    none: "No wallet extension has announced itself to this page.",
  },
  imported: {
    title: "Import the key of a burner wallet",
    label: "Private key of the wallet",
    hint: "0x and 64 hex digits. It is kept in this browser and never sent.",
    start: "Import and sign in",
    fault: "This is not a private key: it has 0x and 64 hex digits.",
  },
  known: {
    title: "Accounts in this browser",
    text: (wallet: string, until: string) => `${wallet}, key good until ${until}`,
    expired: (wallet: string) => `${wallet}, key has expired`,
    use: (address: string) => `Sign in as ${address}`,
  },
  validity: {
    label: "The key expires after",
    hint: "You can end it at any time; then this page asks for a new one.",
    days: (days: number) => (days === 1 ? "1 day" : `${days} days`),
  },
  steps: {
    label: "Progress",
    wallet: "Wallet",
    account: "Account",
    key: "Key of this browser",
    money: "Play money",
    states: { waiting: "to come", running: "under way", done: "done", failed: "failed" },
    atWallet: "Your wallet asks you to sign.",
  },
  again: "Try again",
  back: "Back",
  done: "Signed in",
  doneWithMoney: "Signed in. Play money is in your account.",
  doneText: (address: string) => `Account of ${address}`,
  keepsNothing: "This browser stores no data for this page: you will have to sign in again on your next visit.",

  menu: {
    open: (address: string) => `Account ${address}`,
    account: "Account",
    accountId: "Account id",
    wallet: "Wallet",
    keyUntil: "Key good until",
    copy: (what: string) => `Copy ${what}`,
    copied: "Copied",
    subAccount: (name: string) => `Sub-account ${name}`,
    others: "Other accounts",
    switchTo: (address: string) => `Switch to ${address}`,
    add: "Add an account",
    deposit: "Deposit",
    withdraw: "Withdraw",
    showKey: "Wallet key",
    signOut: "Sign out",
    forget: "Forget this account",
  },
  forget: {
    title: "Forget this account?",
    burner:
      "Deletes the account's key and the wallet's key from this browser. Without a copy of the wallet's key, this account and everything in it are lost.",
    injected: "Deletes the account's key from this browser. Your wallet can sign in again at any time.",
    confirm: "Forget",
  },
  walletKey: {
    title: "Key of the burner wallet",
    text: "This key is the wallet and its account: keep it secret. It is in this browser only.",
    label: "Private key",
    show: "Show the key",
    hide: "Hide the key",
    copy: "Copy the key",
    missing: "This browser no longer has the key of this wallet.",
  },
  ended: {
    expired: "The key of this browser has expired. Sign in again to bind a new one; nothing else has changed.",
    removed: "This key was removed, or this venue never had it. Sign in again to bind a new one.",
    refused: "The venue does not accept this browser's key at the moment",
  },

  failures: {
    rejected: "You declined in the wallet. Nothing was changed.",
    pending: "The wallet already has a request open: answer it there, then try again.",
    locked: "The wallet is locked, or it did not allow this page to see an account.",
    otherAccount:
      "The wallet signed with a different account from the one it named. Choose that account in the wallet, then try again.",
    wrongChain:
      "The wallet is on a different chain from the venue and did not switch. Choose the venue's chain in the wallet, then try again.",
    noWallet: (name: string) =>
      `${name} is not in this browser at the moment. Turn the extension on, then reload this page.`,
    wallet: (said: string) => `The wallet answered: ${said}`,
    insecure: "Browsers sign only on https pages and on localhost. Open this page under one of those.",
    oldBrowser:
      "This browser can't make the kind of key that signs orders (Ed25519). Current versions of Chrome, Firefox and Safari can.",
    lost: "The venue did not answer. Try again: every step can safely be repeated.",
    broker: "This venue opens no accounts under the builder that it is configured with. Ask its operator.",
    clock: "This computer's clock and the venue's are too far apart. Set the clock, then try again.",
    limited: "Too many attempts for the moment. Wait a few seconds, then try again.",
    busy: "The venue accepts no changes at the moment. Try again in a few seconds.",
    faucetEmpty: "The faucet has given this account everything that it can.",
    venue: (said: string) => `The venue refused: ${said}`,
    other: (said: string) => `It did not work: ${said}`,
  },
} as const;
