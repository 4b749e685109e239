// The protocol's time spans, in milliseconds. The comments where they are used say which must be longer than which.

/** How often a leader renews its lease. */
export const RENEW_EVERY_MS = 500;
/** A lease ends this long after its holder asked for the last renewal that returned plainly. */
export const LEASE_MS = 1_500;
/** Others claim when the row has not changed for this long: after every holder's lease has ended by the holder's own clock. */
export const CLAIM_AFTER_MS = 2_000;
/** How long a reply about what is confirmed may take: no longer than from the end of one lease to the claim of the next. */
export const REPLY_WITHIN_MS = CLAIM_AFTER_MS - LEASE_MS - 100;
/**
 * A leader whose renewals have come too late for this long gives the lease back: a slow connection must not hold up the
 * venue.
 */
export const LATE_FOR_MS = 4_000;
/** A node that has given the lease back does not claim it for this long. */
export const AFTER_RELEASE_MS = 5_000;
export const LOOK_EVERY_MS = 250;
export const BEAT_EVERY_MS = 100;
/** A node that has heard no beat for this long reports that it does not hear the leader. */
export const DEAF_AFTER_MS = 1_000;
/** A frame that the leader has not taken after this long is sent again. */
export const RESEND_AFTER_MS = 100;
/** A command's deadline, in venue time from when it came, unless its caller's window ends sooner. */
export const DEADLINE_MS = 3_000;
/** A caller without an answer after this long is answered that the outcome is not known. */
export const UNKNOWN_AFTER_MS = 13_000;
/** A read that gets no leader's reply fails after this long. */
export const READ_WITHIN_MS = 5_000;
/**
 * A claimant whose server is on another timeline asks all nodes for this long which has more, and then one node for what it
 * lacks.
 */
export const ASK_FOR_MS = 1_000;
/** The claimant repeats a question that has no answer after this long. */
export const ASK_AGAIN_MS = 200;
/** How often each node writes its row. */
export const ROW_EVERY_MS = 1_000;
/** A leader begins to move the venue's time this long after it read of the move: by then the others have read it as well. */
export const MOVED_AFTER_MS = ROW_EVERY_MS + 200;
/** A node that could not write its row for this long ends the connections on which its clients' orders depend. */
export const CUT_OFF_AFTER_MS = 8_000;
/**
 * The leader cancels such orders of a node whose row has stood still for this long: after the node has ended the connections,
 * by its own clock.
 */
export const GONE_AFTER_MS = 10_000;
