// Typed referral codes. The venue decides which codes are valid.

/** The venue's maximum length. */
export const CODE_MAX = 15;

/** Codes consist of capital letters and digits. */
export function codeOf(typed: string): string {
  return typed.trim().toUpperCase();
}
