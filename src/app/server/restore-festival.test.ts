import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { watchSchema } from './restore-festival.ts';

const unexpected = (_: string, error: Error) => {
  throw error;
};

it.each(DIALECTS)('says once when another program has migrated the database, on %s', async (dialect) => {
  const { db } = await freshDatabase(dialect);
  const looks = vi.spyOn(db, 'getExecutor');
  const onNewer = vi.fn();
  onTestFinished(watchSchema(db, onNewer, unexpected, 5));
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(2));
  expect(onNewer).not.toHaveBeenCalled();
  await sql`update schema_version set version = version + 1`.execute(db);
  await vi.waitFor(() => expect(onNewer).toHaveBeenCalledOnce());
});

it('says nothing after its end', async () => {
  const { db } = await freshDatabase('sqlite');
  await sql`update schema_version set version = version + 1`.execute(db);
  const onNewer = vi.fn();
  watchSchema(db, onNewer, unexpected, 0)();
  // A watch that began later has looked by then.
  await new Promise<void>((resolve) => void watchSchema(db, resolve, unexpected, 0));
  expect(onNewer).not.toHaveBeenCalled();
});

it('complains once of a schema that it cannot read, and goes on', async () => {
  const { db } = await freshDatabase('sqlite');
  await sql`alter table schema_version rename to elsewhere`.execute(db);
  const [onNewer, complain] = [vi.fn(), vi.fn()];
  const looks = vi.spyOn(db, 'getExecutor');
  onTestFinished(watchSchema(db, onNewer, complain, 5));
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(3));
  expect(complain).toHaveBeenCalledOnce();
  await sql`alter table elsewhere rename to schema_version`.execute(db);
  await sql`update schema_version set version = version + 1`.execute(db);
  await vi.waitFor(() => expect(onNewer).toHaveBeenCalledOnce());
});
