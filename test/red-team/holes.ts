// Holes that the rules have closed, each as a small change that opens it again in a copy of the engine, with the kits
// that look for it. That the ring finds no hole means something only if it finds these: `npm run sim -- --ring
// --holes`.
//
// Some closed holes involve no money that wallets could win, so no ring can find them; each has a disaster of its own:
// a closing stop above `base_max`, a repeated placement that a halt refuses, two hundred resting orders that prevent
// closing. Funding that a closed row leaves behind is only displayed, because it is paid at once and by open rows. An
// order by amount that exceeds what its limits were checked for opens nothing without margin, which each execution
// checks. Whose debts count decides when the venue halts withdrawals, not what a ring has by then. A take-over that a
// painted mark delays still comes while something is left: the mark hides less than a liquidator's fee, and the index
// moves by less than that in a second.

export interface Edit {
  /** Relative to the engine's folder. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Hole {
  readonly name: string;
  readonly kits: readonly string[];
  readonly edits: readonly Edit[];
}

const OPENED_BELOW: readonly Edit[] = [
  {
    file: "money/cover/cover.ts",
    from: "  return worth >= otherInitial + market.ratios.initialMargin(leverage, notionalAtMark(market, held + lots));",
    to: "  return worth + leverage + otherInitial < Number.POSITIVE_INFINITY;",
  },
];

const MONEY_LEAVES: readonly Edit[] = [
  {
    file: "permissions/leaving.ts",
    from: "  return isNew ? refusal(state, market) : formerRefusal(market);",
    to: "  return isNew ? null : formerRefusal(market);",
  },
];

export const HOLES: readonly Hole[] = [
  {
    name: "a position is closed at any price",
    kits: ["far-close"],
    edits: [
      {
        file: "money/cover/cover.ts",
        from: "  return worth >= collateral || mayCloseTo(collateral, worth, before, after);",
        to: "  return worth >= collateral || after >= 0;",
      },
    ],
  },
  {
    name: "a position is opened below initial margin",
    kits: ["cover", "walk"],
    edits: OPENED_BELOW,
  },
  {
    name: "reduce-only orders flip a position below initial margin",
    kits: ["turn"],
    edits: OPENED_BELOW,
  },
  {
    name: "a fee is charged that the margin check did not include",
    kits: ["fees"],
    edits: [
      {
        file: "money/cover/cover.ts",
        from: "  return worth >= collateral || mayCloseTo(collateral, worth, before, after);",
        to: "  return worth >= collateral - before || after >= 0;",
      },
    ],
  },
  {
    name: "an isolated position is opened at any price",
    kits: ["isolated"],
    edits: [
      {
        file: "money/cover/isolated-cover.ts",
        from: "  return equity >= maintenance;",
        to: "  return equity < maintenance || equity >= 0;",
      },
    ],
  },
  {
    name: "a tiny position in a paused market protects everything else from liquidation",
    kits: ["speck"],
    edits: [
      {
        file: "risk/watch/pauses.ts",
        from: "    if (isLive(state, row)) return false;\n    holds = true;",
        to: "    if (!isLive(state, row)) return true;",
      },
      { file: "risk/watch/pauses.ts", from: "  return holds;", to: "  return holds && false;" },
    ],
  },
  {
    name: "money can be withdrawn at the old mark while an index is in doubt",
    kits: ["halt", "outage"],
    edits: MONEY_LEAVES,
  },
  {
    name: "money can be withdrawn while the venue rests and liquidates no one",
    kits: ["pause"],
    edits: MONEY_LEAVES,
  },
  {
    name: "an apparent gain in a paused market is lost to an accomplice in another market",
    kits: ["leak", "pause"],
    edits: [
      {
        file: "money/cover/pause-margin.ts",
        from: "    if (stills(state, markets[rows.market(row)]!)) return true;",
        to: "    if (stills(state, markets[rows.market(row)]!)) return false;",
      },
    ],
  },
  {
    name: "an account that has lost in a paused market trades in another at a mark painted up and down",
    kits: ["shuttle"],
    edits: [
      {
        file: "book/matching/side-cover.ts",
        from: "      return coversCounted(market, standing, counted, fill);",
        to:
          "      if (lots * (market.mark - fill.price) * market.unit - fill.fee >= 0) return coversPlainly(state, market, fill);\n" +
          "      return coversCounted(market, standing, counted, fill);",
      },
    ],
  },
  {
    name: "a few quotes move the mark as far as its parameters allow",
    kits: ["paint", "claims"],
    edits: [
      {
        file: "risk/prices/mark-band.ts",
        from: "  return Math.min(byFunding, p.maxMarkDeviation, Math.floor(p.baseImr / MARGIN_PARTS), Math.max(0, byFee));",
        to: "  return Math.min(byFunding + MARGIN_PARTS, Math.max(byFee, p.maxMarkDeviation));",
      },
      {
        file: "risk/prices/mark-price.ts",
        from: "  return Number(sum / BigInt(BASIS_SNAPSHOTS));",
        to: "  return basis.length === 0 ? 0 : Number(sum / BigInt(Math.min(basis.length, BASIS_SNAPSHOTS)));",
      },
      {
        file: "business/market/listing-rule.ts",
        from: "    holds: paysItsLiquidator,",
        to: "    holds: () => true,",
      },
    ],
  },
  {
    name: "a delisting closes at an average price that margin has not followed",
    kits: ["delisting"],
    edits: [
      {
        file: "business/market/settlement-price.ts",
        from: "  market.index = samples.length === 0 ? spotIndex : meanOf(market, samples, samplesToCome(state, market, since));",
        to: "  market.index = samples.length === 0 && since < 0 ? meanOf(market, samples, samplesToCome(state, market, since)) : spotIndex;",
      },
    ],
  },
  {
    name: "the fund pays a discount that no one has paid into it",
    kits: ["storm", "claims"],
    edits: [
      {
        file: "risk/liquidation/claim-earnings.ts",
        from: "  return Math.max(0, Math.min(discountOn(market, size), came));",
        to: "  return Math.max(discountOn(market, size), came < 0 ? 0 : 0);",
      },
      {
        file: "risk/liquidation/fund-claims.ts",
        from: "  assert(fromPurse === 0 || fromPurse <= purse - left,",
        to: "  assert(fromPurse >= 0,",
      },
    ],
  },
  {
    name: "a claim is accepted without a margin check",
    kits: ["burden"],
    edits: [
      {
        file: "risk/liquidation/claim-checks.ts",
        from: "  return refuseThinMargin(state, account, arrivals);",
        to: "  return arrivals.length > 0 ? null : refuseThinMargin(state, account, arrivals);",
      },
    ],
  },
  {
    name: "a liquidated account gives its position away at a painted mark",
    kits: ["heirs"],
    edits: [
      {
        file: "risk/fund/fund-price.ts",
        from: "  return behaviour < BOTH_SIDES_SINCE ? 0 : costOfMark(market, -lots);",
        to: "  return behaviour < BOTH_SIDES_SINCE ? costOfMark(market, -lots) : 0;",
      },
    ],
  },
  {
    name: "an index is trusted although others know that it is stale",
    kits: ["outage"],
    edits: [
      {
        file: "permissions/standstill.ts",
        from: "  return health.inDoubt;",
        to: "  return health.inDoubt && false;",
      },
    ],
  },
  {
    name: "a provider's reserve counts by its value, and half a share is rounded away",
    kits: ["provider"],
    edits: [
      { file: "business/vaults/provider.ts", from: "const COUNTED_SINCE = 3;", to: "const COUNTED_SINCE = 99;" },
      {
        file: "business/vaults/share-exchange.ts",
        from: "export const EXACT_SINCE = 3;",
        to: "export const EXACT_SINCE = 99;",
      },
    ],
  },
  {
    name: "a painted mark liquidates an account that is solvent at the index",
    kits: ["people"],
    edits: [
      {
        file: "money/margin/account-figures.ts",
        from: "  return state.behaviour >= AT_INDICES_SINCE && !isBelowMaintenance(figuresAtIndices(state, subject));",
        to: "  return state.behaviour < AT_INDICES_SINCE && !isBelowMaintenance(figuresAtIndices(state, subject));",
      },
    ],
  },
  {
    name: "a painted mark triggers a stop into a distant bid",
    kits: ["people"],
    edits: [
      { file: "book/algo/present-prices.ts", from: "const SINCE = 3;", to: "const SINCE = 99;" },
      { file: "book/algo/stop-bound.ts", from: "const SINCE = 3;", to: "const SINCE = 99;" },
    ],
  },
  {
    name: "a vault's shares are priced at the mark",
    kits: ["investor"],
    edits: [{ file: "business/vaults/fund.ts", from: "const AT_INDEX_SINCE = 3;", to: "const AT_INDEX_SINCE = 99;" }],
  },
  {
    name: "a vault's period starts while its fund cannot be liquidated",
    kits: ["eve"],
    edits: [
      {
        file: "business/vaults/fund.ts",
        from: "  if (state.behaviour >= STANDSTILL_SINCE) return standsStill(state, market);",
        to: "  if (state.behaviour >= STANDSTILL_SINCE) return false;",
      },
    ],
  },
  {
    name: "the fund takes positions over and gives them away at any mark",
    kits: ["stock"],
    edits: [
      {
        file: "risk/fund/fund-price.ts",
        from: "  return behaviour < SINCE ? 0 : costOfMark(market, lots);",
        to: "  return behaviour < SINCE ? costOfMark(market, lots) : 0;",
      },
    ],
  },
  {
    name: "an account that keeps a position in a halted market is taken over in another market at the mark",
    kits: ["remains"],
    edits: [
      {
        file: "risk/liquidation/take-over.ts",
        from: "  return behaviour < AT_INDICES_SINCE ? 0 : gap;",
        to: "  return behaviour < AT_INDICES_SINCE ? gap : 0;",
      },
    ],
  },
  {
    name: "the fund gives positions away while an index is in doubt",
    kits: ["halt", "outage"],
    edits: [
      { file: "risk/fund/fund-price.ts", from: "  if (!mayLiquidate(state, market)) return false;", to: "" },
      { file: "risk/fund/fund-price.ts", from: "  return !standsStill(state, market);", to: "  return true;" },
    ],
  },
];
