// Saves a file to the browser's downloads.

export function save(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // A download in progress keeps the data that it reads.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
