// The account: equity, margin, sub-accounts, keys, vaults, statistics.

export function AccountView() {
  return null;
}
