/**
 * Kysely's driver for SQLite's one connection. Transactions that arrive in the same turn of the event loop, in a rush
 * within a few milliseconds, share one COMMIT and so one wait for the disk. Each is a savepoint, so that a rollback
 * affects only itself. None is acknowledged before the commit.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isBusy } from './portable.ts';

export type Statement = {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
};

/** A user of the connection from acquire to release, or to the commit that it then waits for. */
type Turn = DatabaseConnection & {
  readonly since: number;
  inTransaction: boolean;
  over: boolean;
};

/** Settles with the COMMIT. */
type Group = PromiseWithResolvers<void> & {
  members: number;
  /** On the monotonic clock. */
  readonly begunAt: number;
  isClosing: boolean;
};

export type Observer = {
  ran(query: CompiledQuery, ms: number): void;
  committed(transactions: number, ms: number): void;
};

/** Milliseconds between attempts while another process has the database locked. */
const RETRY_MS = 10;

/** Limits how long the first transaction of a group waits for the last. */
const LARGEST_GROUP = 100;

/**
 * Milliseconds that a group stays open in a rush: with 30 and at most 10, 3 ms after a COMMIT of 0.1 ms, 10 ms after
 * one of 5 ms. On a fast disk sharing saves less than a long wait costs.
 */
export type Gathering = { readonly atMost: number; readonly perCommitMs: number };
const GATHERING: Gathering = { atMost: 10, perCommitMs: 30 };
/** After so many groups of one the rush is over: a client that sends one write after the other waits in vain. */
const ALONE_AT_MOST = 3;

export class GroupCommitDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #prepare: (sql: string) => Statement;
  readonly #queued: (() => void)[] = [];
  #busy = false;
  #group: Group | null = null;
  #lockPatience = 0;
  /** Another process's lock: `since` is the first attempt that met it, `metAt` the last. */
  #lock = { since: 0, metAt: Number.NEGATIVE_INFINITY };
  /** Groups of one transaction since the last larger group. */
  #alone = ALONE_AT_MOST;
  #commitMs = 0;
  #turn: Turn | null = null;
  readonly #observer: Observer | null;
  readonly #gathering: Gathering;

  constructor(
    database: DatabaseSync,
    prepare: (sql: string) => Statement,
    observer: Observer | null,
    gathering: Gathering = GATHERING,
  ) {
    this.#database = database;
    this.#prepare = prepare;
    this.#observer = observer;
    this.#gathering = gathering;
  }

  /** Not SQLite but the driver waits for locks, because SQLite would block the whole process. */
  async init(): Promise<void> {
    const [patience] = Object.values(this.#database.prepare('pragma busy_timeout').get() ?? {});
    this.#lockPatience = Number(patience);
    this.#database.exec('pragma busy_timeout = 0');
  }

  async destroy(): Promise<void> {
    // A transaction whose caller has hung up may still run. Half of it must not be committed with its group.
    if (this.#turn?.inTransaction && this.#database.isTransaction) this.#undoMember();
    this.#closeGroup();
    this.#database.close();
  }

  async acquireConnection(): Promise<Turn> {
    const since = performance.now();
    if (this.#busy) await new Promise<void>((resolve) => this.#queued.push(resolve));
    this.#busy = true;
    const turn: Turn = {
      since,
      inTransaction: false,
      over: false,
      executeQuery: (query) => this.#execute(query, turn),
      streamQuery() {
        throw new Error('SQLite results are not streamed.');
      },
    };
    this.#turn = turn;
    return turn;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#endTurn(connection as Turn);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = connection as Turn;
    if (this.#group === null) {
      // Takes the write lock at the start: a reader that later writes could be refused it in the middle.
      await this.#patiently(turn, () => this.#exec('begin immediate'));
      this.#lock.metAt = Number.NEGATIVE_INFINITY;
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
    await group.promise;
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = connection as Turn;
    // A failed commit has already ended the transaction.
    if (!turn.inTransaction) return;
    turn.inTransaction = false;
    if (this.#database.isTransaction) this.#undoMember();
    else this.#loseGroup(new Error('SQLite rolled back the transaction that this one shared.'));
  }

  #undoMember(): void {
    this.#exec('rollback to member');
    this.#exec('release member');
  }

  #exec(sql: string): void {
    this.#prepare(sql).run([]);
  }

  /**
   * Retries until the turn or the lock is older than the timeout: a request whose read waited for a
   * lock does not wait for the same lock again with its write.
   */
  async #patiently<T>(turn: Turn, act: () => T): Promise<T> {
    for (;;) {
      try {
        return act();
      } catch (error) {
        if (!isBusy(error)) throw error;
        const now = performance.now();
        // After so long without an attempt it may be another lock.
        if (now - this.#lock.metAt >= this.#lockPatience) this.#lock.since = now;
        this.#lock.metAt = now;
        if (now - Math.min(turn.since, this.#lock.since) >= this.#lockPatience) throw error;
      }
      await pause(RETRY_MS);
    }
  }

  async #execute(query: CompiledQuery, turn: Turn): Promise<QueryResult<never>> {
    // Outside a transaction nothing may be read that is not on disk yet.
    if (!turn.inTransaction) this.#closeGroup();
    // Otherwise the rest of it would be written without a transaction.
    else if (!this.#database.isTransaction) throw new Error('SQLite rolled back this transaction.');
    const since = performance.now();
    try {
      return turn.inTransaction ? this.#result(query) : await this.#patiently(turn, () => this.#result(query));
    } catch (error) {
      // A full disk, for example, rolls back the whole group. Its other members get the same reason.
      if (turn.inTransaction && !this.#database.isTransaction) this.#loseGroup(error);
      throw error;
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
    const next = this.#queued.shift();
    this.#busy = next !== undefined;
    if (next !== undefined) next();
    else if (this.#group !== null && !this.#group.isClosing) this.#closeLater(this.#group);
  }

  #closeLater(group: Group): void {
    group.isClosing = true;
    const close = () => {
      group.isClosing = false;
      // A transaction that is still running closes the group itself.
      if (this.#group === group && !this.#busy) this.#closeGroup();
    };
    const open = Math.min(this.#gathering.atMost, this.#gathering.perCommitMs * this.#commitMs);
    const wait = this.#alone < ALONE_AT_MOST ? group.begunAt + open - performance.now() : 0;
    if (wait > 0) setTimeout(close, wait);
    else setImmediate(close);
  }

  #closeGroup(): void {
    const group = this.#group;
    if (group === null) return;
    this.#group = null;
    this.#alone = group.members > 1 ? 0 : this.#alone + 1;
    const since = performance.now();
    try {
      this.#exec('commit');
      this.#commitMs = performance.now() - since;
      this.#observer?.committed(group.members, this.#commitMs);
      group.resolve();
    } catch (error) {
      if (this.#database.isTransaction) this.#exec('rollback');
      group.reject(error);
    }
  }

  #loseGroup(error: unknown): void {
    const group = this.#group;
    this.#group = null;
    group?.reject(error);
  }
}

function newGroup(): Group {
  const settling = Promise.withResolvers<void>();
  // Nobody waits for the group when every member was rolled back.
  settling.promise.catch(() => undefined);
  return { ...settling, members: 0, begunAt: performance.now(), isClosing: false };
}
