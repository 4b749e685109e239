// Keys about the chain from which deposits come and to which withdrawals go.

import { WITHDRAWAL_CONTRACT } from "@evermark/interface/chain/wallet-messages.ts";
import { BAND_PPM_MAX } from "../values/receiver-tokens.ts";
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
} from "../values/value-kinds.ts";
import { key } from "./key.ts";

export const CHAIN_KEYS = {
  "chain.rpc": key({
    isOwn: true,
    kind: chainNodes(),
    fallback: { sandbox: "local", production: "none" },
    placeholder: "nodes",
    alias: "chain",
    description:
      "local: the sandbox runs its own node, with test USDC and a vault; off: no chain, money comes only from the faucet; " +
      "or URLs of nodes, separated by commas: a state counts if more than half of them report it",
  }),
  "chain.vault": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "the vault contract, if `chain.rpc` has URLs; a local chain has its own",
  }),
  "chain.deployed_block": key({
    kind: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    fallback: 0,
    placeholder: "height",
    description: "block in which the vault was deployed: earlier blocks are not read",
  }),
  "chain.former_vaults": key({
    kind: formerVaults(),
    fallback: "none",
    placeholder: "vaults",
    description:
      "vaults that this one replaces, each with its block, such as `0x6F7a…:1234567`, oldest first: their money moves here",
  }),
  "chain.confirmations": key({
    kind: wholeNumber(0, 10_000),
    fallback: { sandbox: 1, production: 12 },
    placeholder: "blocks",
    description: "number of blocks that must follow a block before its contents count",
  }),
  "chain.finality": key({
    kind: oneOf("usual", "count", "safe", "finalized"),
    fallback: "usual",
    placeholder: "way",
    description:
      "what a block needs besides `chain.confirmations` to be final: count: nothing more; safe, finalized: that label from the chain's " +
      "nodes; usual: finalized on chains 1, 56 and 42161, count on others",
  }),
  "chain.operator_key": key({
    isOwn: true,
    kind: keySource(),
    fallback: "none",
    placeholder: "source",
    description:
      "location of the key that pays withdrawals, if `chain.rpc` has URLs: env (`EVERMARK_OPERATOR_KEY`), keystore:<file>, or " +
      "the URL of a remote signer; none: withdrawals wait",
  }),
  "chain.operator_address": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "address of that key, against which the key is checked; required with a remote signer",
  }),
  "chain.signer_secret": key({
    isOwn: true,
    kind: secretSource(),
    fallback: "none",
    placeholder: "source",
    description:
      "how the venue authenticates itself to a remote signer: hmac:<file>, a secret that signs each request, as `evermark signer` " +
      "requires; or bearer:<file>, a token that is sent with each request, for other signers",
  }),
  "chain.one_key": key({
    kind: yesOrNo(),
    fallback: { sandbox: true, production: false },
    placeholder: "",
    description:
      "whether a single key may be enough to pay from the vault, in which case the operator's key also attests; false: the vault must have " +
      "two or more attesters, each on its own machine",
  }),
  "chain.gas_price_max": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 500,
    placeholder: "gwei",
    description: "highest price offered for a unit of gas, in gwei",
  }),
  "chain.currency": key({
    kind: text(/^[A-Za-z0-9]{1,11}$/, "up to 11 letters and digits"),
    fallback: "ETH",
    placeholder: "symbol",
    description: "currency in which gas is paid on the chain, for wallets to show",
  }),
  "chain.explorer": key({
    kind: urlOrNone(),
    fallback: "none",
    placeholder: "url",
    description: "address of a block explorer, for clients to link to",
  }),
  "chain.public_rpc": key({
    kind: urlOrNone(),
    fallback: "none",
    placeholder: "url",
    description:
      "a node that clients may use, shown by `/v1/public/chain_info`; the nodes of `chain.rpc` are never shown",
  }),
  "chain.port": key({
    isOwn: true,
    kind: wholeNumber(0, 65_535),
    fallback: 0,
    placeholder: "port",
    description:
      "port of the local node, on the loopback interface; 0: a free port, which is used again at the next start",
  }),
  "chain.block_seconds": key({
    isOwn: true,
    kind: wholeNumber(0, 3_600),
    fallback: 0,
    placeholder: "seconds",
    description: "seconds between blocks of the local node; 0: a block for every transaction",
  }),
  "chain.id": key({
    kind: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    fallback: 196,
    placeholder: "number",
    description: "number of the chain for which wallets sign",
  }),
  "chain.account_minimum": key({
    kind: usdc(0, 1_000),
    fallback: 1,
    placeholder: "usdc",
    description:
      "total of deposits from which a wallet without an account gets one; smaller deposits wait until the total is reached",
  }),
  "chain.withdraw_fee": key({
    kind: usdc(0, 1_000),
    fallback: 1,
    placeholder: "usdc",
    description: "USDC deducted from each withdrawal; withdrawals accepted before a change keep their fee",
  }),
  "chain.withdraw_domain": key({
    kind: text(/^[\x20-\x7e]{1,64}$/, "up to 64 printable characters"),
    fallback: "SVC",
    placeholder: "name",
    description: "name in the EIP-712 domain of the messages that wallets sign for withdrawals and settlements",
  }),
  "chain.receiver_chains": key({
    isOwn: true,
    kind: receiverChains(),
    fallback: "none",
    placeholder: "chains",
    alias: "receiver_chains",
    description:
      "chains on which deposits by transfer are detected, swept and credited: none; local: the sandbox's own nodes, for trying it; " +
      "or a table for each with `id`, `rpc` and `first_block`, and optionally `confirmations`, `finality` and `scan_seconds`",
  }),
  "chain.sweeper_signer": key({
    isOwn: true,
    kind: urlOrNone(),
    fallback: "none",
    placeholder: "url",
    description:
      "a remote signer that holds the key which pays for sweeps; the venue authenticates itself with `chain.signer_secret`; none: that key is in " +
      "`EVERMARK_SWEEPER_KEY`",
  }),
  "chain.sweeper_address": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "address of that key; required with a remote signer",
  }),
  "chain.receiver_treasury": key({
    kind: addressOrNone(),
    fallback: "none",
    placeholder: "address",
    description: "address to which the factory sweeps deposits; it is compared with the factory's own setting",
  }),
  "chain.receiver_factory": key({
    kind: addressOrNone(),
    fallback: { sandbox: WITHDRAWAL_CONTRACT, production: "none" },
    placeholder: "address",
    description:
      "contract that creates the addresses for deposits by transfer: each is the CREATE2 address of its EIP-1167 proxy, with the " +
      "account's id as salt; none: no such addresses are given out",
  }),
  "chain.receiver_tokens": key({
    kind: receiverTokens(),
    fallback: "none",
    placeholder: "tokens",
    description:
      "contracts of the tokens accepted there, such as `1:USDC:0xA0b8…`, separated by commas; `:cap=250000` and " +
      "`:band=0.002` after the address apply to that token alone, and `:price=par` makes it count as USDC whatever its price",
  }),
  "chain.receiver_cap": key({
    kind: usdc(0, 1_000_000_000),
    fallback: { sandbox: 1_000_000_000, production: 1_000_000 },
    placeholder: "tokens",
    description:
      "largest amount of each of those tokens in its treasury: deposits above it are not credited until there is room",
  }),
  "chain.receiver_band": key({
    kind: millionths(0.000001, BAND_PPM_MAX / 1_000_000),
    fallback: 0.005,
    placeholder: "fraction",
    description:
      "how far the price of a token other than USDC may be from one USDC, by the `[[sources]]` that convert it: while it is further " +
      "away, deposits of it are not credited",
  }),
} as const;
