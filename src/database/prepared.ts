/** The server parses and plans each statement once. A connection whose statement got no answer ends itself. */
import { Client, type QueryResult } from 'pg';
import { READ_ONLY } from './portable.ts';

/** More values are a list of any length: each length is a text of its own, and they would use up the names. */
const MOST_VALUES = 30;
/** Further statements are not prepared. */
const MOST_NAMES = 500;
const LONGEST = 4000;
/** "cached plan must not change result type": another program changed a table. */
const STALE_PLAN = '0A000';

/** For work that takes longer than a request waits; `local` for a transaction. */
const OWN_LIMIT = /^set (?:local )?statement_timeout = (\d+)$/;
const OWN_LIMIT_ENDS = ['commit', 'rollback', 'reset statement_timeout'];
/** Milliseconds that an answer may come after PostgreSQL's own limit. */
const LATENESS_MS = 1000;

const names = new Map<string, string>();
let named = 0;

function nameOf(text: string): string | undefined {
  const given = names.get(text);
  if (given !== undefined || names.size >= MOST_NAMES || text.length > LONGEST) return given;
  named += 1;
  const name = `boardwalk_${named}`;
  names.set(text, name);
  return name;
}

const isReadOnly = (error: Error): boolean => 'code' in error && error.code === READ_ONLY;

type Query = (...given: unknown[]) => Promise<QueryResult>;

export class PreparingClient extends Client {
  /** Missing in the types. */
  declare readonly unref: () => void;
  /** Undefined: the pool's `query_timeout`. */
  #ownLimitMs: number | undefined;
  /** Afterwards every statement, a ROLLBACK too, fails for the same reason. */
  #failure: Error | undefined;

  override query = ((...given: unknown[]) => {
    const [text, values, ...callback] = given;
    if (this.#failure !== undefined && callback.length === 0) return Promise.reject(this.#failure);
    const send = super.query.bind(this) as Query;
    // Of the pool itself, which ends a connection whose query failed.
    if (typeof text !== 'string' || callback.length > 0) return send(...given);
    const isFixed = Array.isArray(values) && values.length > 0 && values.length <= MOST_VALUES;
    const name = isFixed ? nameOf(text) : undefined;
    const sent = send({ name, text, query_timeout: this.#ownLimitMs }, values);
    const ownLimit = OWN_LIMIT.exec(text)?.[1];
    if (ownLimit !== undefined) this.#ownLimitMs = Number(ownLimit) + LATENESS_MS;
    else if (OWN_LIMIT_ENDS.includes(text)) this.#ownLimitMs = undefined;
    return sent.catch((error: unknown) => this.#noteFailure(error));
  }) as Client['query'];

  #noteFailure(error: unknown): never {
    if (error instanceof Error && 'code' in error && error.code === STALE_PLAN) names.clear();
    // Otherwise the pool would hand it out again: a ROLLBACK would wait for the statement, and a standby stays one.
    if (error instanceof Error && (error.message === 'Query read timeout' || isReadOnly(error))) {
      this.#failure = error;
      void this.end();
    }
    throw error;
  }
}
