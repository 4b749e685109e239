export const funds = {
  title: "Deposit and withdraw",
  tabs: { label: "Direction", deposit: "Deposit", withdraw: "Withdraw" },
  usdc: "USDC",
  max: "Max",
  amount: "Amount",
  loading: "Asking the venue about its chain…",
  subAccount: "Only the main account can deposit and withdraw. Use a transfer to move money between your accounts.",
  noChain:
    "This venue is not connected to a chain: nothing can be deposited or withdrawn. In a sandbox, the faucet gives play money.",

  deposit: {
    text: (confirmations: number) =>
      confirmations === 1
        ? "From your wallet into the venue's vault, all of it credited once another block has followed. Your wallet pays the chain's fee."
        : `From your wallet into the venue's vault, all of it credited once ${confirmations} more blocks have followed. Your wallet pays the chain's fee.`,
    inWallet: "In the wallet",
    gas: "For the chain's fees",
    start: "Deposit",
    again: "Another deposit",
    done: (amount: string) => `${amount} USDC are in your account.`,
    steps: {
      approving: "Allow the vault to take it",
      depositing: "Deposit",
      confirming: "Confirmed by the chain",
      credited: "Credited",
    },
  },
  withdraw: {
    text: "To the wallet of your account. The wallet signs a message, which costs nothing; the venue sends the transaction.",
    available: "Can be withdrawn now",
    availableHint: "Unsettled profit and the margin of positions and orders stay in the account.",
    fee: "Fee",
    gets: "The wallet gets",
    start: "Withdraw",
    again: "Another withdrawal",
    done: (amount: string) => `${amount} USDC are in your wallet.`,
    steps: {
      signing: "Signed by the wallet",
      accepted: "Accepted by the venue",
      waiting: "Vault is being filled",
      sent: "Sent on the chain",
      paid: "Paid",
    },
  },
  steps: {
    label: "Progress",
    states: { waiting: "to come", running: "under way", done: "done", skipped: "not needed", failed: "failed" },
    confirmations: (have: number, need: number) => `${have} of ${need} blocks`,
    closing: "You can close this window: what was sent continues, and stays listed here.",
  },

  faucet: {
    title: "Play money",
    account: "Claim for the account",
    wallet: "Test USDC for the wallet",
    claimed: "Play money is in your account.",
    given: "Test USDC and gas are in your wallet.",
    none: "Not available here: the faucet serves only pages that are opened on the venue's own machine.",
  },
  others: {
    title: "From another chain",
    text: "Send a plain transfer to this address; it belongs to your account only and stays the same. Anything sent in another token or on another chain than those listed is lost.",
    chain: "Chain",
    tokens: "Token",
    address: "Address",
    minimum: "At least",
    copy: "Copy",
    none: "This venue takes deposits from no other chain.",
    names: { 42161: "Arbitrum One", 56: "BNB Smart Chain", 36900: "ADI Chain", 1: "Ethereum" } as Readonly<
      Record<number, string>
    >,
    chainOf: (id: number) => `Chain ${id}`,
  },
  reserves: {
    title: "What the venue holds",
    failed: "The venue did not answer. Close this part and open it again.",
    held: "Held in total",
    owed: "Owed to all accounts",
    unknown: "not known yet",
    vault: "In the vault",
    treasury: (token: string, chain: string) => `${token} on ${chain}`,
    uncredited: (amount: string) => `of which ${amount} is not credited`,
    stopped: (why: string) => `Deposits of it are not credited: ${why}.`,
  },
  recent: {
    title: "Latest",
    empty: "No deposits or withdrawals yet.",
    side: { DEPOSIT: "Deposit", WITHDRAW: "Withdrawal" },
    states: {
      PENDING: "Pending",
      PENDING_REBALANCE: "Waiting for the vault",
      PROCESSING: "On its way",
      COMPLETED: "Completed",
      FAILED: "Failed",
      sent: "Sent, not seen by the venue yet",
    },
    copy: "Copy the transaction's hash",
  },

  faults: {
    places: "USDC has at most six decimals.",
    zero: "Enter more than zero.",
    inWallet: (most: string) => `The wallet has ${most} USDC.`,
    available: (most: string) => `${most} USDC can be withdrawn now.`,
    minimum: (least: string) => `At least ${least} USDC.`,
  },
  /** Why money stays in the account, by the reason that the venue gives. */
  held: {
    what: (market: string, why: string) =>
      `Nothing leaves the account while its position in ${market} can't be liquidated: ${why}.`,
    doubt: "its index price is in doubt",
    reasons: {
      MAINTENANCE: "the venue is in maintenance",
      CLOCK_HALT: "the venue's clock is in doubt",
      OPERATOR: "the operator has halted the market",
      VENUE_HALT: "the operator has halted the venue",
    } as Readonly<Record<string, string>>,
    until: (time: string) => `It ends at ${time}.`,
    ends: {
      CLOCK_HALT: "It lasts until the venue's clock is right again.",
      OPERATOR: "No end is known; see the market's notices.",
      VENUE_HALT: "No end is known; see the venue's notices.",
    } as Readonly<Record<string, string>>,
    agrees: "It ends automatically once the price sources agree.",
  },
  failures: {
    wrongAccount: "This wallet is not the account's wallet. Choose the account's wallet, then try again.",
    wrongVault:
      "The contract that the venue names as its vault does not take its token. Nothing was sent; ask the operator.",
    vaultPaused: "The vault is paused: nothing can be deposited now. Nothing was sent.",
    notEnough: "The wallet has less USDC than that.",
    noGas: "The wallet has too little to pay the transaction's fee.",
    notApproved:
      "The wallet allowed the vault to take less than the deposit. Try again without changing the amount in the wallet.",
    reverted: "The chain refused the deposit. The money is in the wallet.",
    replaced: "The wallet replaced the transaction with another one: nothing was deposited.",
    dropped: "The chain no longer has the deposit: the money is back in the wallet.",
    refunded: "It was not paid: the amount is back in your account.",
    amount: "That is more than can be withdrawn now, or less than the minimum.",
    inProgress: "Another withdrawal is under way. Wait until it is paid.",
    lostWithdrawal: "The venue did not answer: it may have accepted the withdrawal. If so, the list below shows it.",
    chainElsewhere:
      "A burner wallet reaches the sandbox's chain only from pages that are opened on the venue's own machine. Open this venue there, or sign in with the wallet of an extension.",
  },
} as const;
