/**
 * Loaded before the program, it makes a liar of it: a write is answered before its COMMIT, which then takes a while. The
 * control twin of the checker: killed like the honest program, this one must be seen to lose what it acknowledged.
 */
import { DatabaseSync } from 'node:sqlite';
import { GroupCommitDriver } from '#database/group-commit.ts';

const COMMIT_TAKES_MS = 40;

const { commitTransaction } = GroupCommitDriver.prototype;
GroupCommitDriver.prototype.commitTransaction = async function lie(connection) {
  commitTransaction.call(this, connection).catch(() => undefined);
};

const { prepare } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function slow(sql, ...more) {
  const statement = prepare.call(this, sql, ...more);
  if (sql !== 'commit') return statement;
  const run = statement.run.bind(statement);
  statement.run = () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, COMMIT_TAKES_MS);
    return run();
  };
  return statement;
};
