// The spans that the protocol counts, in milliseconds. Which of them must be longer than which is said where they are used.

/** A leader renews its lease so often. */
export const RENEW_EVERY_MS = 500;
/** Its lease ends so long after it asked for the last renewal that returned plainly. */
export const LEASE_MS = 1_500;
/** Others claim when the row has stood still for so long: after every holder's lease has ended by the holder's own clock. */
export const CLAIM_AFTER_MS = 2_000;
/** A reply about what is confirmed may take so long: no longer than from the end of one lease to the claim of the next. */
export const REPLY_WITHIN_MS = CLAIM_AFTER_MS - LEASE_MS - 100;
/** A leader whose renewals come too late for so long gives the lease back: a slow line must not hold the venue. */
export const LATE_FOR_MS = 4_000;
/** Who has given the lease back does not claim it for so long. */
export const AFTER_RELEASE_MS = 5_000;
export const LOOK_EVERY_MS = 250;
export const BEAT_EVERY_MS = 100;
/** A node that has heard no beat for so long says that it does not hear who leads. */
export const DEAF_AFTER_MS = 1_000;
/** A frame that the leader has not taken by then is sent again. */
export const RESEND_AFTER_MS = 100;
/** A command's deadline, in venue time from when it came, if its caller's window is not sooner. */
export const DEADLINE_MS = 3_000;
/** Who has no answer by then is answered that it is not known. */
export const UNKNOWN_AFTER_MS = 13_000;
/** A read that no leader lets begin fails after so long. */
export const READ_WITHIN_MS = 5_000;
/** A claimant whose server is on another timeline asks all who is further for so long, and one node for what it lacks. */
export const ASK_FOR_MS = 1_000;
/** What it has not heard by then it asks again. */
export const ASK_AGAIN_MS = 200;
/** Each node writes its row so often. */
export const ROW_EVERY_MS = 1_000;
/** A leader begins to move the venue's time so long after it has read of that: the others have read it as well by then. */
export const MOVED_AFTER_MS = ROW_EVERY_MS + 200;
/** A node that could not write it for so long ends the connections that its clients' orders stand on. */
export const CUT_OFF_AFTER_MS = 8_000;
/** Of a node whose row has stood still for so long the leader cancels them: after the node has, by its own clock. */
export const GONE_AFTER_MS = 10_000;
