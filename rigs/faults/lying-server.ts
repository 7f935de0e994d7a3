/**
 * Loaded before the program, it makes writes answer before their COMMIT, which is delayed. Control for the checker:
 * when killed, this program must be seen to lose acknowledged writes.
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
