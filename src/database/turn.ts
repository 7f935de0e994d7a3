import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** One user's turn on SQLite's connection: from acquire to release, or to the commit it then waits for. */
export class Turn implements DatabaseConnection {
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
