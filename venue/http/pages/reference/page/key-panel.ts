// The part of the bar that shows whose key signs the calls: none, the reader's own, or that of an account created on the spot
// in a sandbox. Secrets are kept only in this page's memory.

import { importApiKey, onboard, type Signer } from "@evermark/client";
import type { Signatures } from "./signatures.ts";

/** The builder of accounts that are created here; a sandbox accepts any. */
const BROKER = "demo";

/** @param send the browser's own `fetch`: requests that open an account are signed by its wallet, not by the reader's key */
export function keyPanel(signatures: Signatures, brand: string, send: typeof fetch): void {
  const status = element("signer");
  const make = document.getElementById("make-key") as HTMLButtonElement | null;
  const forget = element("forget-key");
  const own = element("own-key") as HTMLDetailsElement;
  const form = element("key-form") as HTMLFormElement;

  const show = (signer: Signer | undefined, text: string) => {
    signatures.use(signer);
    status.textContent = text;
    status.title = signer?.accountId ?? "";
    forget.hidden = signer === undefined;
    own.open = false;
  };
  const failed = (error: unknown) => {
    status.textContent = error instanceof Error ? error.message : String(error);
  };

  make?.addEventListener("click", async () => {
    make.disabled = true;
    status.textContent = "Opening an account…";
    try {
      const baseUrl = location.origin;
      const keyTerms = { scope: "read,trading,asset" };
      const options = {
        baseUrl,
        brand,
        brokerId: BROKER,
        keyTerms,
        fetch: (url: string, init: RequestInit) => send(url, init),
      };
      const { credentials } = await onboard(options);
      show(credentials, `Signed by a sandbox account, ${shortened(credentials.accountId)}`);
    } catch (error) {
      failed(error);
    }
    make.disabled = false;
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const members = new FormData(form);
    try {
      const accountId = String(members.get("account")).trim();
      const key = await importApiKey(String(members.get("secret")).trim());
      form.reset();
      show({ accountId, key }, `Signed by ${shortened(accountId)}`);
    } catch (error) {
      failed(error);
    }
  });
  forget.addEventListener("click", () => show(undefined, "Calls are not signed"));
}

function element(id: string): HTMLElement {
  return document.getElementById(id)!;
}

function shortened(accountId: string): string {
  return accountId.length > 14 ? `${accountId.slice(0, 8)}…${accountId.slice(-4)}` : accountId;
}
