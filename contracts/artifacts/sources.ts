// Written by `npm run contracts`.

export const sourcesHash = "327c9ea9fef906ca5da4256dd2541aa7b25997264d195bc1de39250a776f08ba";
