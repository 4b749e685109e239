// Referral codes as they are typed. What is a code the venue decides.

/** The venue's bound. */
export const CODE_MAX = 15;

/** Codes are of capital letters and digits. */
export function codeOf(typed: string): string {
  return typed.trim().toUpperCase();
}
