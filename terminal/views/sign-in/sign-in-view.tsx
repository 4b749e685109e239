// Who trades here: a burner wallet, an extension's wallet, or nobody yet.

export function SignInView() {
  return null;
}
