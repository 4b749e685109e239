// Reports on which terms tokens are accepted by transfer, and which of them count as USDC by the operator's word alone.

import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { isPriced } from "@evermark/venue/configuration/price-sources.ts";
import type { ReceiverToken } from "@evermark/venue/configuration/values/receiver-tokens.ts";
import { formatUnits } from "viem";
import { type Finding, ok, warning } from "./finding.ts";

/** One finding for each token on the chains that the venue watches. */
export function checkTokens(configuration: Pick<Configuration, "receivers" | "receiverChains" | "feeds">): Finding[] {
  const { receivers, receiverChains } = configuration;
  const { chains } = receiverChains;
  if (chains === "local") return [ok("token", "those of the sandbox's own chains")];
  const watched = receivers.tokens.filter((row) => chains.some(({ chainId }) => chainId === row.chainId));
  if (watched.length === 0) return [ok("token", "none is accepted by transfer")];
  return watched.map((row) => checkToken(row, configuration));
}

function checkToken(row: ReceiverToken, { receivers, feeds }: Pick<Configuration, "receivers" | "feeds">): Finding {
  const { chainId, token } = row;
  const cap = formatUnits(BigInt(row.cap ?? receivers.cap), 6);
  const text = `${token} on chain ${chainId}: up to ${cap}`;
  if (token === "USDC") return ok("token", text);
  const remedy = `name two [[sources]] that say converts = "${token}", and leave :price=par out`;
  if (row.isAtPar || !isPriced(token, feeds.sources))
    return warning("token", `${text}, each counts as one USDC whatever it is worth`, remedy);
  return ok("token", `${text}, while it is worth one USDC within ${(row.bandPpm ?? receivers.bandPpm) / 10_000} %`);
}
