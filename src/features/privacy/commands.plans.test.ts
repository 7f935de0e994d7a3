import { randomUUID } from 'node:crypto';
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Schema } from '#database/schema.ts';
import { openSqlite, sqliteDialect } from '#database/sqlite.ts';
import { ADDITIONS } from '#testing/additions.ts';
import { testApp } from '#testing/app.ts';
import { freshUrl } from '#testing/database.ts';
import { forgetVisitor } from '#testing/forget.ts';

/** What may be scanned: tens of brackets and events, a minute's corrections of places, and the index of entries of festival files. */
const SMALL = /^SCAN (amendments|brackets|events)\b|^SCAN audit_entries USING INDEX audit_entries_with_names$/;

it('scans no large table when SQLite forgets a device', async () => {
  const url = await freshUrl('sqlite');
  const app = await testApp('sqlite', { url });
  const eventId = await app.event();
  const once = () => ({ 'idempotency-key': randomUUID() });
  const [alex, admin] = [app.browser(), await app.admin()];
  for (const { call, body } of ADDITIONS) await alex.send(call, body('Alex', eventId), once());
  const [place] = (await alex.send('GET /api/rsvps/my')).json<{ id: string }[]>();
  await admin.send(`PUT /api/rsvps/${place?.id}/check-in`);
  const { id } = await app.context.db.selectFrom('visitors').select('id').executeTakeFirstOrThrow();

  const database = openSqlite(url.slice('sqlite:'.length));
  const asked = new Set<string>();
  const db = new Kysely<Schema>({
    dialect: sqliteDialect(database),
    log: ({ query }) => void asked.add(query.sql),
  });
  onTestFinished(() => db.destroy());
  await forgetVisitor({ ...app.context, db }, id);

  const statements = [...asked].filter((text) => /^(select|update|delete)/.test(text));
  expect(statements.length).toBeGreaterThan(12);
  const scans = statements.flatMap((text) =>
    database
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail))
      .filter((detail) => detail.startsWith('SCAN') && !SMALL.test(detail))
      .map((detail) => `${detail}: ${text}`),
  );
  expect(scans).toEqual([]);
});
