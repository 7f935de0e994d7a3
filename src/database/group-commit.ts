/**
 * Kysely's driver for SQLite's one connection, with group commit. Transactions run one after the other, but those that
 * arrive in the same turn of the event loop share one COMMIT and so one wait for the disk. Each is a savepoint, so that
 * a rollback affects only its own transaction. None is acknowledged before the commit.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isLocked } from './portable.ts';

/** A prepared statement; `reader` says whether it returns rows. */
export type Statement = {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
};

type Group = { members: number; readonly done: Promise<void>; settle(error: unknown): void };

/** Receives each statement and each COMMIT with its milliseconds. */
export type Observer = {
  ran(query: CompiledQuery, ms: number): void;
  committed(transactions: number, ms: number): void;
};

/** Milliseconds between attempts while another process has the database locked. */
const RETRY_MS = 10;

/** Limits how long the first transaction of a group waits for the last. */
const LARGEST_GROUP = 100;

/** One user's turn on the connection: from acquire to release, or to the commit it then waits for. */
class Turn implements DatabaseConnection {
  inTransaction = false;
  over = false;
  /** When the turn was requested. */
  readonly since: number;
  readonly #run: (query: CompiledQuery, turn: Turn) => Promise<QueryResult<never>>;

  constructor(since: number, run: (query: CompiledQuery, turn: Turn) => Promise<QueryResult<never>>) {
    this.since = since;
    this.#run = run;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(query, this);
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed; lists are short and read whole
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite results are not streamed.');
  }
}

export class GroupCommitDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #prepare: (sql: string) => Statement;
  readonly #waiting: (() => void)[] = [];
  #busy = false;
  #group: Group | null = null;
  #lockPatience = 0;
  readonly #observer: Observer | null;

  constructor(database: DatabaseSync, prepare: (sql: string) => Statement, observer: Observer | null) {
    this.#database = database;
    this.#prepare = prepare;
    this.#observer = observer;
  }

  /** The driver waits for locks instead of SQLite, which would block the whole process. */
  async init(): Promise<void> {
    const [patience] = Object.values(this.#database.prepare('pragma busy_timeout').get() ?? {});
    this.#lockPatience = Number(patience);
    this.#database.exec('pragma busy_timeout = 0');
  }

  async destroy(): Promise<void> {
    this.#closeGroup();
    this.#database.close();
  }

  async acquireConnection(): Promise<Turn> {
    const since = performance.now();
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    return new Turn(since, (query, turn) => this.#execute(query, turn));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#endTurn(connection as Turn);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = connection as Turn;
    if (this.#group === null) {
      // Takes the write lock at the start: a reader that later writes could be refused it in the middle.
      await this.#patiently(turn, () => this.#exec('begin immediate'));
      this.#group = newGroup();
    }
    this.#exec('savepoint member');
    turn.inTransaction = true;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = connection as Turn;
    const group = this.#group;
    if (group === null) throw new Error('There is no transaction to commit.');
    this.#exec('release member');
    turn.inTransaction = false;
    group.members += 1;
    if (group.members >= LARGEST_GROUP) this.#closeGroup();
    this.#endTurn(turn);
    await group.done;
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = connection as Turn;
    // A failed commit has already ended the transaction.
    if (!turn.inTransaction) return;
    turn.inTransaction = false;
    if (!this.#database.isTransaction) {
      this.#loseGroup(new Error('SQLite rolled back the transaction that this one shared.'));
      return;
    }
    this.#exec('rollback to member');
    this.#exec('release member');
  }

  #exec(sql: string): void {
    this.#prepare(sql).run([]);
  }

  /** Retries while another process holds the lock. The timeout includes the time spent waiting for the turn. */
  async #patiently<T>(turn: Turn, act: () => T): Promise<T> {
    for (;;) {
      try {
        return act();
      } catch (error) {
        if (!isLocked(error) || performance.now() - turn.since >= this.#lockPatience) throw error;
      }
      await setTimeout(RETRY_MS);
    }
  }

  async #execute(query: CompiledQuery, turn: Turn): Promise<QueryResult<never>> {
    // Outside a transaction nothing may be read that is not on disk yet.
    if (!turn.inTransaction) this.#closeGroup();
    const since = performance.now();
    try {
      return turn.inTransaction ? this.#result(query) : await this.#patiently(turn, () => this.#result(query));
    } finally {
      this.#observer?.ran(query, performance.now() - since);
    }
  }

  #result(query: CompiledQuery): QueryResult<never> {
    const statement = this.#prepare(query.sql);
    if (statement.reader) return { rows: statement.all(query.parameters) as never[] };
    const { changes, lastInsertRowid } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #endTurn(turn: Turn): void {
    if (turn.over) return;
    turn.over = true;
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#busy = false;
    // Closes the group after requests that arrived together have joined it. A transaction that is still running closes
    // the group itself.
    if (this.#group !== null) setImmediate(() => this.#busy || this.#closeGroup());
  }

  #closeGroup(): void {
    const group = this.#group;
    if (group === null) return;
    this.#group = null;
    const since = performance.now();
    try {
      this.#exec('commit');
      this.#observer?.committed(group.members, performance.now() - since);
      group.settle(null);
    } catch (error) {
      if (this.#database.isTransaction) this.#exec('rollback');
      group.settle(error);
    }
  }

  #loseGroup(error: Error): void {
    const group = this.#group;
    this.#group = null;
    group?.settle(error);
  }
}

function newGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Nobody waits for the group when every member was rolled back.
  promise.catch(() => undefined);
  return { members: 0, done: promise, settle: (error) => (error === null ? resolve() : reject(error)) };
}
