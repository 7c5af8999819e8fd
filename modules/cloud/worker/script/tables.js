// The tables, and how those of an earlier version become the ones of this.

import { schema } from "./env.js";

/**
 * A job's row. Instants are milliseconds since 1970. With the job it has its attempt: the publish call that was sent last. A job
 * has one at most whose outcome is open, for another is sent only when reads have proved that it took no effect:
 *
 *     what looks alike         post                        the call    intent_at, call_from, call_until, answered
 *     the network's reference  container_id                 the outcome open: PUBLISHING; live: PUBLISHED; took no effect:
 *     what was there before    seen_before                              intent_at is null; given up, and looked for: FAILED
 *
 * @typedef {"SCHEDULED" | "PROCESSING" | "PUBLISHING" | "PUBLISHED" | "FAILED" | "CANCELLED" | "FENCED"} State
 * @typedef {object} Job
 * @property {string} id the post's
 * @property {number} rev
 * @property {number} epoch
 * @property {number} run_at
 * @property {State} state
 * @property {string} account_id
 * @property {string} login
 * @property {number | null} token_expires_at
 * @property {string} token sealed
 * @property {string} post JSON of Post
 * @property {number | null} next_at when the next step is due; null when there is none
 * @property {number} stepping how many steps in a row have begun and not ended
 * @property {number} failed attempts that have failed
 * @property {number} retry_count those among them before the publish call
 * @property {number | null} last_attempt_at
 * @property {string} children JSON of Child[], by item
 * @property {string | null} container_id
 * @property {number | null} container_at
 * @property {number} pause until the next look at the network
 * @property {number} poll_errors polls in a row that have failed
 * @property {number | null} intent_at when the publish call that counts was, or is to be, sent
 * @property {number} answered whether the network answered that call
 * @property {number | null} send_after a limit of the network forbids the call before
 * @property {number | null} proof_at when the container was first read as FINISHED after the call
 * @property {string | null} seen_before JSON of ids of media that were visible before the publish call; null while they were not read
 * @property {number | null} call_from the first moment at which that call can have taken effect, by the network's clock
 * @property {number | null} call_until the last one
 * @property {string | null} likely_id the media that alone could be the post when that was read last; empty where nothing could be
 * @property {number} likely_reads in how many reads in a row it was
 * @property {number} looks how often what is missing of a live or ended job was looked for
 * @property {string | null} media_id
 * @property {number} media_found whether the id was found by reads; 0 when the network answered with it
 * @property {string | null} permalink
 * @property {number | null} published_at
 * @property {string | null} error_code
 * @property {string | null} error_message
 * @property {number} checkpoint whether the account is at a checkpoint, for which TOKEN_EXPIRED stands too
 * @property {number | null} ended_at
 * @property {number | null} seq the result's place; null while there is none
 * @property {number} acked whether Crier has stored the result
 * @property {string | null} comment JSON of Comment, what became of the post's first comment; null where it has none
 * @property {number | null} mirror_due when to write the mirror next; null when it is up to date
 * @property {number} mirrored_at
 * @property {number} created_at
 * @property {number} updated_at
 */
/**
 * WAITING is not sent, or was certainly refused and is sent again; of SENT and NOT_SEEN nobody knows whether it is there; RETURNED
 * is Crier's. The last three are those of a call: when the first was sent, from when on by the network's clock it can have taken
 * effect, and which comments of this text were there before. by is the account's name, empty where Crier did not say it.
 *
 * @typedef {object} Comment
 * @property {"WAITING" | "SENT" | "POSTED" | "NOT_SEEN" | "FAILED" | "RETURNED"} state
 * @property {string | null} id
 * @property {string | null} error what the network said last
 * @property {string} by
 * @property {number} failed how many calls were refused
 * @property {number | null} sentAt
 * @property {number} from
 * @property {string[]} seen
 */
/** @typedef {{id: string, at: number, ready: boolean}} Child an item's container; without an id there is none */

const tables = `
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, rev INTEGER NOT NULL, epoch INTEGER NOT NULL, run_at INTEGER NOT NULL, state TEXT NOT NULL,
    account_id TEXT NOT NULL, login TEXT NOT NULL, token_expires_at INTEGER, token TEXT NOT NULL, post TEXT NOT NULL,
    next_at INTEGER, stepping INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0, retry_count INTEGER NOT NULL DEFAULT 0,
    last_attempt_at INTEGER, children TEXT NOT NULL DEFAULT '[]', container_id TEXT, container_at INTEGER,
    pause INTEGER NOT NULL DEFAULT 0, poll_errors INTEGER NOT NULL DEFAULT 0, intent_at INTEGER, answered INTEGER NOT NULL DEFAULT 0,
    send_after INTEGER, proof_at INTEGER, looks INTEGER NOT NULL DEFAULT 0, media_id TEXT, media_found INTEGER NOT NULL DEFAULT 0,
    permalink TEXT, published_at INTEGER, error_code TEXT, error_message TEXT, ended_at INTEGER, seq INTEGER UNIQUE,
    acked INTEGER NOT NULL DEFAULT 0, mirror_due INTEGER, mirrored_at INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_next ON jobs (next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS jobs_mirror ON jobs (mirror_due) WHERE mirror_due IS NOT NULL;
  CREATE INDEX IF NOT EXISTS jobs_active ON jobs (id) WHERE state IN ('SCHEDULED', 'PROCESSING', 'PUBLISHING');
  CREATE INDEX IF NOT EXISTS jobs_results ON jobs (seq) WHERE seq IS NOT NULL AND acked = 0;
  CREATE INDEX IF NOT EXISTS jobs_updated ON jobs (updated_at);
  CREATE INDEX IF NOT EXISTS jobs_account ON jobs (account_id, last_attempt_at) WHERE last_attempt_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS jobs_unfound ON jobs (account_id, intent_at) WHERE intent_at IS NOT NULL AND media_id IS NULL;
  CREATE INDEX IF NOT EXISTS jobs_media ON jobs (media_id) WHERE media_id IS NOT NULL;
  CREATE TABLE IF NOT EXISTS dead_tokens (account_id TEXT PRIMARY KEY, token TEXT NOT NULL, reason TEXT NOT NULL, found_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`;

/** changes lead the tables from each version to the next one. What was deployed once is never changed. */
const changes = [
  `ALTER TABLE jobs ADD COLUMN seen_before TEXT;
  ALTER TABLE jobs ADD COLUMN call_from INTEGER;
  ALTER TABLE jobs ADD COLUMN call_until INTEGER;
  ALTER TABLE jobs ADD COLUMN likely_id TEXT;
  ALTER TABLE jobs ADD COLUMN likely_reads INTEGER NOT NULL DEFAULT 0;`,
  `ALTER TABLE jobs ADD COLUMN checkpoint INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE dead_tokens ADD COLUMN checkpoint INTEGER NOT NULL DEFAULT 0;`,
  `INSERT OR REPLACE INTO facts (name, value) SELECT 'highestRev', max(rev) FROM jobs HAVING max(rev) IS NOT NULL;`,
  "ALTER TABLE jobs ADD COLUMN comment TEXT;",
];

/**
 * migrate makes the tables what this version wants: all of it is stored or none. It returns the version that they have then, which is
 * higher than the one here when a later version of the scripts has run: those tables are left as they are.
 *
 * @param {DurableObjectStorage} storage
 * @param {string} crier the release that has deployed the scripts
 * @returns {number}
 */
export function migrate(storage, crier) {
  const { sql } = storage;
  return storage.transactionSync(() => {
    sql.exec(tables);
    const [known] = sql.exec("SELECT value FROM facts WHERE name = 'schema'").toArray();
    let version = Number(known?.value ?? 1);
    for (; version < schema; version++) {
      sql.exec(changes[version - 1]);
      sql.exec("INSERT OR REPLACE INTO facts (name, value) VALUES ('schema', ?), ('schemaBy', ?)", String(version + 1), crier);
    }
    return version;
  });
}
