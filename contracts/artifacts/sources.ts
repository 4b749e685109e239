// Written by `npm run contracts`.

export const sourcesHash = "6f84b674eeaaf31c5511c383ca84349528254bbe85c719b7233deb026777a3e6";
