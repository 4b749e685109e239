// What makes a custody unsafe, put to the configuration at the start and to the vault when it is found. In production only.

import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import type { CustodyDanger, CustodyTerms } from "./custody-safety.ts";
import type { OperatorKey } from "./keys/operator-key.ts";

export function custodyTerms(configuration: Configuration, operator: OperatorKey | null): CustodyTerms {
  const { chainId, withdrawDomainName, brokers, chain } = configuration;
  const { nodes, vault, confirmations } = chain;
  return {
    ...{ chainId, vault, confirmations, withdrawDomainName },
    nodes: nodes === "off" ? [] : nodes,
    brokers: brokers.map(({ id }) => id),
    operator: operator?.address ?? null,
    signerUrl: operator?.kind === "remote" ? operator.url : null,
  };
}

/** @throws what `stop` makes of the first danger that stops a venue; the others are logged */
export function sayDangers(dangers: readonly CustodyDanger[], log: Logger, stop: (text: string) => Error): void {
  for (const { stops, text } of dangers) {
    if (stops) throw stop(`unsafe custody: ${text}`);
    log.warn({ danger: text }, "custody could be safer");
  }
}
