// Written by `npm run contracts`.

export const sourcesHash = "ce358b9a05d77880ca82479d42c0af6d6458be217a48a68bce87c0370544ca76";
