// A process on a machine whose clock is wrong: preloaded, it shifts what the clock shows by so many milliseconds.

const byMs = Number(process.env.SHIFTED_CLOCK_MS);
const right = Date.now;
Date.now = () => right() + byMs;
