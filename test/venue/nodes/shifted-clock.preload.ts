// Preloaded into a process to imitate a machine whose clock is wrong: shifts `Date.now()` by SHIFTED_CLOCK_MS
// milliseconds.

const byMs = Number(process.env.SHIFTED_CLOCK_MS);
const right = Date.now;
Date.now = () => right() + byMs;
