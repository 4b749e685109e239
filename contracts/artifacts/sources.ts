// Written by `npm run contracts`.

export const sourcesHash = "9b22b7c7d16a9194f295a1d3ebef3096c92c8c368c48f44e223fea2381e0aaf7";
