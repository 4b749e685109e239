// Written by `npm run contracts`.

export const sourcesHash = "9cdffb1423e11b6668e29a40f8247297e0088be2532824f2b387a404f0c56b50";
