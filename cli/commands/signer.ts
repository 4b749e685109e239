// `evermark signer`: runs on a machine other than the venue's, and signs only what its policy allows.

import { beginSigner } from "@evermark/venue/chain/signer/begin-signer.ts";
import { type Command, InvalidArgumentError } from "commander";
import { keyOfKeystore } from "../secret.ts";
import { listenForEnd } from "../signals.ts";

interface SignerFlags {
  readonly keystore: string;
  readonly policy: string;
  readonly secret: string;
  readonly log: string;
  readonly host: string;
  readonly port: number;
}

export function addSigner(program: Command): void {
  program
    .command("signer")
    .description("keep the operator's key on a separate machine, and sign for the venue what a policy allows")
    .requiredOption("--keystore <file>", "file with the key; `evermark keystore` makes one")
    .requiredOption("--policy <file>", "what may be signed: docs/signer-policy.toml is an example")
    .requiredOption("--secret <file>", "the secret that the venue has in chain.signer_secret, as hmac:<file>")
    .requiredOption(
      "--log <file>",
      "file in which it records what it has signed and refused; limits are counted from it",
    )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--port <number>", "port to listen on", port, 9_000)
    .action(run);
}

async function run({ keystore, ...place }: SignerFlags): Promise<void> {
  const key = await keyOfKeystore(keystore);
  const signer = await beginSigner({ ...place, key });
  const rules = signer.policy.allowed.map(
    ({ chainId, to, function: name }) => `${[name, to].filter((each) => each !== null).join(" ")} on chain ${chainId}`,
  );
  process.stdout.write(`signing as ${signer.address} at ${signer.url}\n${rules.map((rule) => `  ${rule}\n`).join("")}`);
  await listenForEnd();
  await signer.stop();
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError("expected a port, from 0 to 65535");
}
