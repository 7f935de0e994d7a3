/**
 * Kysely's driver for SQLite's one connection, with group commit: transactions still run one after the other, but those
 * that come in the same turn of the event loop share one COMMIT, and so one wait for the disk. Each is a savepoint of
 * its own, so that one that is refused takes nothing of the others along, and none is acknowledged before the commit.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

/** A prepared text; `reader` says whether it answers rows. */
export type Statement = {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
};

type Group = { members: number; readonly done: Promise<void>; settle(error: unknown): void };

/** Bounds how long the first of a group waits for the last. */
const LARGEST_GROUP = 100;

/** One user's turn at the connection: from acquire to release, or to the commit it then waits for. */
class Turn implements DatabaseConnection {
  inTransaction = false;
  over = false;
  readonly #run: (query: CompiledQuery, turn: Turn) => QueryResult<never>;

  constructor(run: (query: CompiledQuery, turn: Turn) => QueryResult<never>) {
    this.#run = run;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(query, this);
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed here; lists are short and read whole
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite answers are not streamed.');
  }
}

export class GroupCommitDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #prepare: (sql: string) => Statement;
  readonly #waiting: (() => void)[] = [];
  #busy = false;
  #group: Group | null = null;

  constructor(database: DatabaseSync, prepare: (sql: string) => Statement) {
    this.#database = database;
    this.#prepare = prepare;
  }

  async init(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#closeGroup();
    this.#database.close();
  }

  async acquireConnection(): Promise<Turn> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    return new Turn((query, turn) => this.#execute(query, turn));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#endTurn(connection as Turn);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#group === null) {
      // The write lock is taken at the beginning: a reader that later writes could be refused it in the middle.
      this.#exec('begin immediate');
      this.#group = newGroup();
    }
    this.#exec('savepoint member');
    (connection as Turn).inTransaction = true;
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
    // A commit that failed has ended the transaction already.
    if (!turn.inTransaction) return;
    turn.inTransaction = false;
    if (!this.#database.isTransaction) {
      this.#loseGroup(new Error('SQLite gave up the transaction that this one shared.'));
      return;
    }
    this.#exec('rollback to member');
    this.#exec('release member');
  }

  #exec(sql: string): void {
    this.#prepare(sql).run([]);
  }

  #execute(query: CompiledQuery, turn: Turn): QueryResult<never> {
    // Outside a transaction nothing may be seen that is not on the disk yet.
    if (!turn.inTransaction) this.#closeGroup();
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
    // Requests that arrived together have been read when this runs; whoever has a turn then closes the group itself.
    if (this.#group !== null) setImmediate(() => this.#busy || this.#closeGroup());
  }

  #closeGroup(): void {
    const group = this.#group;
    if (group === null) return;
    this.#group = null;
    try {
      this.#exec('commit');
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
  // When every member was rolled back nobody waits for the group.
  promise.catch(() => undefined);
  return { members: 0, done: promise, settle: (error) => (error === null ? resolve() : reject(error)) };
}
