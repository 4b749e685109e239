// Written by `npm run contracts`.

export const sourcesHash = "6f032222ce27f9e95aec5c4537a050191b5bf5658847c31ee2773362977c4811";
