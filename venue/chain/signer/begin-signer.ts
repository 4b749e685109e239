// Starts the signer from its files: policy, secret, and the log of what was signed within the last day.

import { readFileSync } from "node:fs";
import type { Hex } from "viem";
import { ConfigurationMistake } from "../../configuration/values/mistake.ts";
import { localSigner } from "../keys/local-signer.ts";
import { readSecretFile } from "../keys/signer-secret.ts";
import { AuditLog } from "./audit-log.ts";
import { type Policy, parsePolicy } from "./policy.ts";
import { SignatureCounts } from "./signature-counts.ts";
import { type RunningSigner, serveSigner } from "./signer-server.ts";

export interface SignerPlace {
  readonly key: Hex;
  /** This and the following two are paths. */
  readonly policy: string;
  readonly secret: string;
  readonly log: string;
  readonly host: string;
  readonly port: number;
}

export interface StartedSigner extends RunningSigner {
  readonly address: Hex;
  readonly policy: Policy;
}

/** @throws {ConfigurationMistake} with a message of one line */
export async function beginSigner({ key, policy: path, secret, log, host, port }: SignerPlace): Promise<StartedSigner> {
  const policy = parsePolicy(readOr(path), path);
  const words = readSecretFile(secret, "secret");
  const { log: audit, signed } = await AuditLog.open(log, Date.now());
  const signer = localSigner(key);
  const before = new SignatureCounts(signed);
  const served = serveSigner({ host, port, signer, policy, secret: words, audit, before, now: Date.now });
  const stop = async () => {
    await served.stop();
    await audit.close();
  };
  return { url: served.url, address: signer.address, policy, stop };
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigurationMistake(`policy: ${path} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
