// Reads all rows of a list that the venue returns in pages, newest first. Rows added meanwhile push others to a later page, where
// they are read again; rows removed meanwhile pull others to a page already read, and then the whole list is read again.

interface Page<Row> {
  readonly rows: readonly Row[];
  /** Number of rows in the whole list. */
  readonly total: number;
}

/** How often the list is read while it changes faster than that; the next report of a change reads it again. */
const TRIES = 3;

/** @param read reads one page of `size` rows; the first page is 1 */
export async function everyPage<Row>(
  size: number,
  read: (page: number) => Promise<Page<Row>>,
): Promise<readonly Row[]> {
  let rows: readonly Row[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const first = await read(1);
    const pages = Math.ceil(first.total / size);
    const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read(at + 2)));
    rows = [first, ...others].flatMap((page) => page.rows);
    if (others.every(({ total }) => total >= first.total)) break;
  }
  return rows;
}
