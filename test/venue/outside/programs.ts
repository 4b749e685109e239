// Programs that an operator has and a developer may not: tests that need a missing one are skipped, unless
// TEST_TOOLS=required, which is set where changes are checked.

import { join } from "node:path";
import { assert } from "@evermark/engine";

/** Whether the program is installed, or required. */
export function isAsked(program: string): boolean {
  return Bun.which(program) !== null || process.env.TEST_TOOLS === "required";
}

/** A self-signed certificate for `localhost` and 127.0.0.1, made by openssl. */
export function certificateIn(directory: string): { certificate: string; key: string } {
  const [certificate, key] = [join(directory, "venue.pem"), join(directory, "venue.key")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const result = Bun.spawnSync(["openssl", "req", "-x509", ...curve, ...subject, "-keyout", key, "-out", certificate]);
  assert(result.success, "openssl makes a certificate", { said: result.stderr.toString() });
  return { certificate, key };
}
