// All rows of a list that the venue gives in pages. Newest first: what is added meanwhile moves rows to a later page, where
// they are read again; what is taken away moves some to a page that was read already, and then the list is read anew.

interface Page<Row> {
  readonly rows: readonly Row[];
  /** How many there are in all. */
  readonly total: number;
}

/** So often, while the list changes faster than it is read; the next report of it asks again. */
const TRIES = 3;

/** @param read a page of so many rows, the first is 1 */
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
