// Snapshots that the database keeps for new nodes. Each is a snapshot file in pieces, and is there with all its pieces or
// not at all.

import { Fault, SNAPSHOT_FORMAT } from "@evermark/engine";
import { bytesOf, type Columns, countOf, type Statement } from "../sql/postgres-statements.ts";
import { ToolSession } from "./tool-session.ts";

/** An answer of PostgreSQL has room for several pieces of this size. */
const PIECE_BYTES = 1024 * 1024;
/** Two are kept, so that the next snapshot does not remove one that is being read. */
const KEPT = 2;

const LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('evermark snapshot')) AS is_ours";
const NEWEST = "SELECT position, bytes FROM evermark.snapshots WHERE format <= $1 ORDER BY position DESC LIMIT 1";
/** Snapshots that are too old, and those in formats that no running node needs any more. */
const OLD = `SELECT position FROM (
    SELECT position, format, row_number() OVER (PARTITION BY format ORDER BY position DESC) AS place FROM evermark.snapshots
  ) AS kept WHERE place > ${KEPT} OR format < least($1, (SELECT min(coalesce(snapshots, $1)) FROM evermark.nodes))`;

export interface SharedSnapshot {
  /** The state after this record. */
  readonly position: number;
  /** Length of the file. */
  readonly bytes: number;
}

/** A file that is read piece by piece. */
export interface ReadsPieces {
  readonly bytes: number;
  /** Reads from byte `at`, as many bytes as `into` has room for. */
  read(into: Uint8Array, at: number): void;
}

export class SharedSnapshots implements AsyncDisposable {
  readonly #session: ToolSession;

  private constructor(session: ToolSession) {
    this.#session = session;
  }

  /** @throws {Fault} when the database can't be reached */
  static async open(url: string): Promise<SharedSnapshots> {
    return new SharedSnapshots(await ToolSession.open(url, "snapshot"));
  }

  /** Position of the oldest snapshot that a new node may begin with; null while there are fewer than are kept. */
  async oldestKept(): Promise<number | null> {
    const [found] = await this.#rows("SELECT count(*) AS count, min(position) AS oldest FROM evermark.snapshots");
    return countOf(found!.count) < KEPT ? null : countOf(found!.oldest);
  }

  /** The newest snapshot that this program can read; null when there is none. */
  async newest(): Promise<SharedSnapshot | null> {
    const [columns] = await this.#rows(NEWEST, [SNAPSHOT_FORMAT]);
    return columns === undefined ? null : sharedSnapshotOf(columns);
  }

  /**
   * Adds a snapshot, and drops those that are too old.
   * @returns false when another node is adding one, and this one was not added
   * @throws {Fault} when it could not be added; nothing of it is left
   */
  async add(position: number, file: ReadsPieces): Promise<boolean> {
    await this.#rows("BEGIN");
    try {
      const [lock] = await this.#rows(LOCK);
      const isFree = lock!.is_ours === "t";
      if (isFree) await this.#insert(position, file);
      await this.#rows(isFree ? "COMMIT" : "ROLLBACK");
      return isFree;
    } catch (error) {
      // If the session is lost there is nothing to roll back.
      await this.#rows("ROLLBACK").catch(() => {});
      throw error;
    }
  }

  /**
   * All pieces of a snapshot, in sequence. @throws {Fault} when a piece is missing: the snapshot was dropped in the
   * meantime
   */
  async *pieces({ position, bytes }: SharedSnapshot): AsyncGenerator<Uint8Array, void, undefined> {
    for (let [piece, read] = [0, 0]; read < bytes; piece++) {
      const text = "SELECT bytes FROM evermark.snapshot_pieces WHERE position = $1 AND piece = $2";
      const [columns] = await this.#rows(text, [position, piece]);
      if (columns === undefined) throw new Fault("the database no longer has the snapshot that was read", { position });
      const found = bytesOf(columns.bytes);
      read += found.length;
      yield found;
    }
  }

  /** Closes at once; a snapshot that is being added is not there. */
  abandon(): void {
    this.#session.abandon();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.close();
  }

  async #insert(position: number, file: ReadsPieces): Promise<void> {
    const add = "INSERT INTO evermark.snapshots (position, bytes, format) VALUES ($1, $2, $3)";
    await this.#rows(add, [position, file.bytes, SNAPSHOT_FORMAT]);
    for (let [piece, at] = [0, 0]; at < file.bytes; piece++) {
      const bytes = new Uint8Array(Math.min(PIECE_BYTES, file.bytes - at));
      file.read(bytes, at);
      at += bytes.length;
      const text = "INSERT INTO evermark.snapshot_pieces (position, piece, bytes) VALUES ($1, $2, $3)";
      await this.#rows(text, [position, piece, bytes]);
    }
    for (const table of ["snapshot_pieces", "snapshots"])
      await this.#rows(`DELETE FROM evermark.${table} WHERE position IN (${OLD})`, [SNAPSHOT_FORMAT]);
  }

  #rows(text: string, values: Statement["values"] = []): Promise<readonly Columns[]> {
    return this.#session.rows({ name: "", text, values });
  }
}

function sharedSnapshotOf({ position, bytes }: Columns): SharedSnapshot {
  return { position: countOf(position), bytes: countOf(bytes) };
}
