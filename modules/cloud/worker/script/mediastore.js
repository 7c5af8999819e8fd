// What the class Media stores: files, and their parts, one row each.

import { now } from "./clock.js";
import { day, hour } from "./env.js";
import { Meter } from "./meter.js";

/**
 * A file. Its parts have the numbers from id * perFile on. OPEN is being brought, WHOLE is seen, and GONE is being deleted.
 *
 * @typedef {object} File
 * @property {number} id
 * @property {string} name
 * @property {string} type
 * @property {number} size
 * @property {"OPEN" | "WHOLE" | "GONE"} state
 * @property {number} until when it ends at the latest, once it is whole
 * @property {number} ends_at when it is deleted as things stand
 * @property {number | null} used_at when it was asked for again after it was whole
 */
/** @typedef {{size: number, type: string, hashes: Uint8Array, until: number}} Manifest */

export const partSize = 2 ** 20;
export const hashSize = 32;
const perFile = 2 ** 24;
/** deletedAtOnce is how many parts are deleted in one go: each takes half a millisecond of the processor. */
const deletedAtOnce = 8;
/** openFor is for how long the parts of a file are kept that is not whole, after it was asked for last. */
const openFor = day;
/** usedFor is for how long a file stays for those who have asked for it again. */
const usedFor = hour;

const tables = `
  CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, type TEXT NOT NULL, size INTEGER NOT NULL, hashes BLOB NOT NULL,
    state TEXT NOT NULL, until INTEGER NOT NULL, ends_at INTEGER NOT NULL, used_at INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS parts (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`;

const columns = "id, name, type, size, state, until, ends_at, used_at";

/** partsOf returns of how many parts a file is. @param {number} size */
export const partsOf = (size) => Math.ceil(size / partSize);

/** MediaStore holds every SQL statement about files. The tables are made by the first file, not by who looks. */
export class MediaStore {
  /** @param {DurableObjectStorage} storage */
  constructor(storage) {
    this.storage = storage;
    this.sql = storage.sql;
    this.isMade = this.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'facts'").toArray().length > 0;
    const [used] = this.isMade ? this.sql.exec("SELECT value FROM facts WHERE name = 'used'").toArray() : [];
    this.meter = new Meter(used ? String(used.value) : "[]");
    /** @type {{files: number, bytes: number} | undefined} what is held, while that is known */
    this.sum = undefined;
  }

  /**
   * @param {string} query
   * @param {...(string | number | null | ArrayBuffer)} values
   * @returns {any[]}
   */
  rows(query, ...values) {
    if (!this.isMade) {
      return [];
    }
    const cursor = this.sql.exec(query, ...values);
    const rows = cursor.toArray();
    this.meter.add({ rowsRead: cursor.rowsRead, rowsWritten: cursor.rowsWritten });
    return rows;
  }

  /** noteUsed stores what the meter has counted, once a minute. */
  noteUsed() {
    const text = this.isMade ? this.meter.toStore() : null;
    if (text !== null) {
      this.rows("INSERT OR REPLACE INTO facts (name, value) VALUES ('used', ?)", text);
    }
  }

  /** @param {string} name @returns {File | null} */
  file(name) {
    return this.rows(`SELECT ${columns} FROM files WHERE name = ?`, name)[0] ?? null;
  }

  /** held returns how much is held, with what is being brought and what is being deleted. */
  held() {
    this.sum ??= this.rows("SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM files")[0];
    return this.sum ?? { files: 0, bytes: 0 };
  }

  /**
   * begin stores what a file is to be.
   *
   * @param {string} name
   * @param {Manifest} of
   * @returns {File}
   */
  begin(name, of) {
    this.sql.exec(tables);
    this.isMade = true;
    this.sum = undefined;
    return this.rows(`INSERT INTO files (name, type, size, hashes, state, until, ends_at) VALUES (?, ?, ?, ?, 'OPEN', ?, ?) RETURNING ${columns}`,
      name, of.type, of.size, /** @type {ArrayBuffer} */ (of.hashes.buffer), of.until, now() + openFor)[0];
  }

  /**
   * goOn notes that somebody asks for a file again: one that is not whole stays for a day, and one that is whole for an hour at least.
   *
   * @param {File} file
   * @param {number} until
   */
  goOn(file, until) {
    const at = now();
    if (file.state === "OPEN") {
      this.rows("UPDATE files SET ends_at = ?, until = ? WHERE id = ?", at + openFor, until, file.id);
      return;
    }
    this.rows("UPDATE files SET used_at = ?, ends_at = ? WHERE id = ?", at, Math.max(file.ends_at, until), file.id);
  }

  /** isOf says whether a file is of a manifest. @param {File} file @param {Manifest} of */
  isOf(file, of) {
    const [{ hashes }] = this.rows("SELECT hashes FROM files WHERE id = ?", file.id);
    const known = new Uint8Array(hashes);
    return file.size === of.size && file.type === of.type && known.length === of.hashes.length && known.every((b, i) => b === of.hashes[i]);
  }

  /** hash returns the SHA-256 of a part. @param {File} file @param {number} n */
  hash(file, n) {
    const [{ hash }] = this.rows("SELECT substr(hashes, ?, ?) AS hash FROM files WHERE id = ?", n * hashSize + 1, hashSize, file.id);
    return new Uint8Array(hash);
  }

  /** parts returns which parts of a file are there. @param {File} file @returns {number[]} */
  parts(file) {
    const first = file.id * perFile;
    return this.rows("SELECT id FROM parts WHERE id >= ? AND id < ? ORDER BY id", first, first + perFile).map(({ id }) => id - first);
  }

  /** @param {File} file @param {number} n @param {ArrayBuffer} bytes */
  putPart(file, n, bytes) {
    this.rows("INSERT OR IGNORE INTO parts (id, bytes) VALUES (?, ?)", file.id * perFile + n, bytes);
  }

  /**
   * part returns a part of a file that is whole still.
   *
   * @param {File} file
   * @param {number} n
   * @returns {Uint8Array<ArrayBuffer> | null}
   */
  part(file, n) {
    const [row] = this.rows("SELECT bytes FROM parts WHERE id = ? AND (SELECT state FROM files WHERE id = ?) = 'WHOLE'", file.id * perFile + n, file.id);
    return row ? new Uint8Array(row.bytes) : null;
  }

  /** complete has a file be seen. @param {File} file */
  complete(file) {
    this.rows("UPDATE files SET state = 'WHOLE', ends_at = until WHERE id = ?", file.id);
  }

  /**
   * end has a file end at a time, which is later for one that somebody has asked for again.
   *
   * @param {File} file
   * @param {number} at
   */
  end(file, at) {
    this.rows("UPDATE files SET ends_at = ? WHERE id = ?", Math.max(at, (file.used_at ?? -Infinity) + usedFor), file.id);
  }

  /** remove has a file be gone. Its name is free at once, its parts are deleted by and by. @param {File} file */
  remove(file) {
    this.rows("UPDATE files SET state = 'GONE', name = name || ' ' || id WHERE id = ?", file.id);
  }

  /** expire has those files be gone that have ended. */
  expire() {
    this.rows("UPDATE files SET state = 'GONE', name = name || ' ' || id WHERE state <> 'GONE' AND ends_at <= ?", now());
  }

  /** deleteSome deletes a few parts of what is gone. */
  deleteSome() {
    const [file] = this.rows(`SELECT ${columns} FROM files WHERE state = 'GONE' LIMIT 1`);
    if (!file) {
      return;
    }
    const first = file.id * perFile;
    const ids = this.rows("SELECT id FROM parts WHERE id >= ? AND id < ? ORDER BY id LIMIT ?", first, first + perFile, deletedAtOnce).map(({ id }) => id);
    if (ids.length > 0) {
      this.rows("DELETE FROM parts WHERE id >= ? AND id <= ?", first, ids.at(-1));
    }
    if (ids.length < deletedAtOnce) {
      this.rows("DELETE FROM files WHERE id = ?", file.id);
      this.sum = undefined;
    }
  }

  /** nextAt returns when something is to be deleted next, Infinity when nothing is. */
  nextAt() {
    const [next] = this.rows("SELECT min(iif(state = 'GONE', 0, ends_at)) AS at FROM files");
    return Math.max(next?.at ?? Infinity, now());
  }
}
