// Keys about the chain from which deposits come and to which withdrawals go.

import { WITHDRAWAL_CONTRACT } from "@evermark/interface/chain/wallet-messages.ts";
import {
  addressOrNone,
  chainNodes,
  formerVaults,
  keySource,
  millionths,
  oneOf,
  receiverChains,
  receiverTokens,
  secretSource,
  text,
  urlOrNone,
  usdc,
  wholeNumber,
  yesOrNo,
} from "../values/kinds.ts";
import { BAND_PPM_MAX } from "../values/receiver-tokens.ts";
import { key } from "./key.ts";

export const CHAIN_KEYS = {
  "chain.rpc": key({
    isOwn: true,
    kind: chainNodes(),
    fallback: { sandbox: "local", production: "none" },
    placeholder: "nodes",
    alias: "chain",
    description:
      "local: a node of the sandbox's own, with test USDC and a vault; off: no chain, money comes from the faucet alone; " +
      "or URLs of nodes, with commas between them: what more than half of them show counts",
  }),
  "chain.vault": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "the vault contract, where `chain.rpc` has URLs; a local chain has one of its own",
  }),
  "chain.deployed_block": key({
    kind: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    fallback: 0,
    placeholder: "height",
    description: "the block that the vault is in: nothing before it is looked at",
  }),
  "chain.former_vaults": key({
    kind: formerVaults(),
    fallback: "none",
    placeholder: "vaults",
    description:
      "the vaults that this one comes after, each with its block, such as `0x6F7a…:1234567`, the oldest first: what they hold moves here",
  }),
  "chain.confirmations": key({
    kind: wholeNumber(0, 10_000),
    fallback: { sandbox: 1, production: 12 },
    placeholder: "blocks",
    description: "blocks on top of one before what is in it counts",
  }),
  "chain.finality": key({
    kind: oneOf("usual", "count", "safe", "finalized"),
    fallback: "usual",
    placeholder: "way",
    description:
      "what makes a block final beside `chain.confirmations`: count: nothing; safe, finalized: that the chain's nodes call it so; " +
      "usual: finalized on the chains 1, 56 and 42161, count on others",
  }),
  "chain.operator_key": key({
    isOwn: true,
    kind: keySource(),
    fallback: "none",
    placeholder: "source",
    description:
      "where the key is that pays withdrawals, where `chain.rpc` has URLs: env (`EVERMARK_OPERATOR_KEY`), keystore:<file>, or " +
      "the URL of a remote signer; none: withdrawals wait",
  }),
  "chain.operator_address": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "the address of that key, which is checked; a remote signer needs it",
  }),
  "chain.signer_secret": key({
    isOwn: true,
    kind: secretSource(),
    fallback: "none",
    placeholder: "source",
    description:
      "by what a remote signer knows the venue: hmac:<file>, a secret with which each request is signed, as `evermark signer` wants " +
      "it; or bearer:<file>, a token that is sent with each, for signers of others",
  }),
  "chain.one_key": key({
    kind: yesOrNo(),
    fallback: { sandbox: true, production: false },
    placeholder: "",
    description:
      "whether one key may be enough to pay from the vault: then the operator's attests, too; false: the vault needs two attesters " +
      "or more, each on a machine of its own",
  }),
  "chain.gas_price_max": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 500,
    placeholder: "gwei",
    description: "the most that is offered for a unit of gas",
  }),
  "chain.currency": key({
    kind: text(/^[A-Za-z0-9]{1,11}$/, "up to 11 letters and digits"),
    fallback: "ETH",
    placeholder: "symbol",
    description: "what gas is paid in on the chain, for wallets to show",
  }),
  "chain.explorer": key({
    kind: urlOrNone(),
    fallback: "none",
    placeholder: "url",
    description: "a block explorer, for clients to link to",
  }),
  "chain.public_rpc": key({
    kind: urlOrNone(),
    fallback: "none",
    placeholder: "url",
    description: "a node that clients may ask, shown by `/v1/public/chain_info`; those of `chain.rpc` are never shown",
  }),
  "chain.port": key({
    isOwn: true,
    kind: wholeNumber(0, 65_535),
    fallback: 0,
    placeholder: "port",
    description: "of the local node, on the loopback; 0 takes a free one, and the same at the next start",
  }),
  "chain.block_seconds": key({
    isOwn: true,
    kind: wholeNumber(0, 3_600),
    fallback: 0,
    placeholder: "seconds",
    description: "between blocks of the local node; 0 makes one whenever there is a transaction",
  }),
  "chain.id": key({
    kind: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    fallback: 196,
    placeholder: "number",
    description: "the chain that wallets sign for",
  }),
  "chain.account_minimum": key({
    kind: usdc(0, 1_000),
    fallback: 1,
    placeholder: "usdc",
    description: "what deposits to a wallet without an account have to come to so that it gets one; less waits for it",
  }),
  "chain.withdraw_fee": key({
    kind: usdc(0, 1_000),
    fallback: 1,
    placeholder: "usdc",
    description: "USDC that is kept out of each withdrawal; what was accepted before a change keeps its fee",
  }),
  "chain.withdraw_domain": key({
    kind: text(/^[\x20-\x7e]{1,64}$/, "up to 64 printable characters"),
    fallback: "SVC",
    placeholder: "name",
    description: "the name in the domain of what wallets sign for withdrawals and settlements",
  }),
  "chain.receiver_chains": key({
    isOwn: true,
    kind: receiverChains(),
    fallback: "none",
    placeholder: "chains",
    alias: "receiver_chains",
    description:
      "chains on which deposits by transfer are seen, swept and credited: none; local, nodes of the sandbox's own for trying it; " +
      "or a table for each with `id`, `rpc` and `first_block`, and if wanted `confirmations`, `finality` and `scan_seconds`",
  }),
  "chain.sweeper_signer": key({
    isOwn: true,
    kind: urlOrNone(),
    fallback: "none",
    placeholder: "url",
    description:
      "a remote signer that has the key which pays for sweeps, and knows the venue by `chain.signer_secret`; none: that key is in " +
      "`EVERMARK_SWEEPER_KEY`",
  }),
  "chain.sweeper_address": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "the address of that key, which a remote signer needs",
  }),
  "chain.receiver_treasury": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "where the factory sweeps deposits to, which is held against what the factory itself says",
  }),
  "chain.receiver_factory": key({
    kind: addressOrNone(),
    fallback: { sandbox: WITHDRAWAL_CONTRACT, production: "none" },
    placeholder: "address",
    description:
      "the contract that makes the addresses for deposits by transfer: each is CREATE2 of its EIP-1167 proxy, salted with the " +
      "account's id; none: no such address is handed out",
  }),
  "chain.receiver_tokens": key({
    kind: receiverTokens(),
    fallback: "none",
    placeholder: "tokens",
    description:
      "contracts of the tokens that are taken there, such as `1:USDC:0xA0b8…`, with commas between them; `:cap=250000` and " +
      "`:band=0.002` behind the address are for that row alone, and `:price=par` says that it counts as USDC whatever it is worth",
  }),
  "chain.receiver_cap": key({
    kind: usdc(0, 1_000_000_000),
    fallback: { sandbox: 1_000_000_000, production: 1_000_000 },
    placeholder: "tokens",
    description:
      "how much of each of those tokens may lie in its treasury: what comes above it is not credited until there is room",
  }),
  "chain.receiver_band": key({
    kind: millionths(0.000001, BAND_PPM_MAX / 1_000_000),
    fallback: 0.005,
    placeholder: "fraction",
    description:
      "how far from one USDC a token other than USDC may be worth, by the `[[sources]]` that convert it: outside, what comes of it " +
      "is not credited until it is back",
  }),
} as const;
