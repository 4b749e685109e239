// The size of an account's inbox. In a file of its own, because history needs it but none of the schemas for the inbox.

/** How many of the newest notifications of each type are kept for an account; older ones are deleted. */
export const INBOX_MAX = 200;
