import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { watchSchema } from './newer-schema.ts';

it.each(DIALECTS)('tells once when another program has migrated the database, on %s', async (dialect) => {
  const { db } = await freshDatabase(dialect);
  const looks = vi.spyOn(db, 'getExecutor');
  const onNewer = vi.fn();
  onTestFinished(watchSchema(db, onNewer, 5));
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(2));
  expect(onNewer).not.toHaveBeenCalled();
  await sql`update schema_version set version = version + 1`.execute(db);
  await vi.waitFor(() => expect(onNewer).toHaveBeenCalledOnce());
});

it('tells nothing after its end', async () => {
  const { db } = await freshDatabase('sqlite');
  await sql`update schema_version set version = version + 1`.execute(db);
  const onNewer = vi.fn();
  watchSchema(db, onNewer, 0)();
  await sql`select 1`.execute(db);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(onNewer).not.toHaveBeenCalled();
});
