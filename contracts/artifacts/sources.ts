// Written by `npm run contracts`.

export const sourcesHash = "0b253d16b18d3e38d106da06c3a688c9d7e8cd123a1fb4312c1e996630753ef5";
