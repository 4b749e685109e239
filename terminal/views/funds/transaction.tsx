// A transaction's hash with a copy button, and a link if the venue names an explorer.

import { shortAddress } from "../../identity/identity.ts";
import { Button } from "../../parts/button.tsx";
import { words } from "../../texts/words.ts";
import { explorerLink } from "./explorer-link.ts";

interface TransactionProps {
  readonly hash: string;
  readonly explorerUrl: string | null;
}

export function Transaction({ hash, explorerUrl }: TransactionProps) {
  const link = explorerLink(explorerUrl, hash);
  const copy = () => void navigator.clipboard.writeText(hash);
  return (
    <span className="funds-hash" title={hash}>
      {link === undefined ? (
        shortAddress(hash)
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {shortAddress(hash)}
        </a>
      )}
      <Button look="bare" aria-label={words.funds.recent.copy} onClick={copy}>
        <svg aria-hidden="true" width="12" height="12" viewBox="0 0 14 14" fill="none" stroke="currentColor">
          <rect x="4.5" y="4.5" width="8" height="8" rx="1.5" />
          <path d="M9.5 4.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
        </svg>
      </Button>
    </span>
  );
}
