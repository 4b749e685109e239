// What an account's inbox keeps. By itself, because history keeps to it and needs none of the schemas beside it.

/** So many of the newest of each type are kept for an account; older ones are gone. */
export const INBOX_MAX = 200;
