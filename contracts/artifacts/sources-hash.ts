// Written by `npm run contracts`.

export const sourcesHash = "a560250fe4460eef32395b73d65e91e7ff28661a4cc97e2968efc2291c2fe088";
