import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eraseRemains } from '#database/erase.ts';
import { makeLink } from '#features/access/commands/unlock.ts';
import { presentMatches } from '#features/brackets/commands/reads.ts';
import { ADDITIONS } from '#testing/additions.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { keepPlace } from '#testing/burst.ts';
import { DIALECTS, everyRow, freshDatabase, freshUrl, openUntilEnd } from '#testing/database.ts';
import { forgetEverything } from '#testing/forget.ts';
import { layInSample } from '#testing/sample.ts';
import { problemsIn } from '#testing/soundness.ts';
import { undrawnDesk } from '#testing/tournament.ts';
import { fullEvent } from '#testing/waiting.ts';
import { forgetEverything as forgetAll } from './commands.ts';

/** Words that occur only where this test writes them. */
const MARK = /Quibberdash|quibberdash/;
const NAMED = 'Zebulon Quibberdash';
const MAIL = 'quibberdash@mail.example';

/** The sample festival, with personal data in every place that can hold some. */
async function filled(app: TestApp): Promise<void> {
  const { db } = app.context;
  await layInSample(app.context);
  const [device, admin] = [app.browser(), await app.admin()];
  const { id: eventId } = await db
    .selectFrom('events')
    .select('id')
    .whereRef('seats_taken', '<', 'capacity')
    .where('status', '=', 'upcoming')
    .where('bracket_drawn', '=', 0)
    .executeTakeFirstOrThrow();
  const full = await fullEvent(app);
  const once = () => ({ 'idempotency-key': randomUUID() });
  await device.send('POST /api/waiting', { eventId: full, playerName: NAMED, playerEmail: MAIL }, once());
  for (const { call, body } of ADDITIONS) {
    await device.send(
      call,
      { ...body(NAMED, eventId), ...(call === 'POST /api/rsvps' ? { playerEmail: MAIL } : {}) },
      once(),
    );
  }
  await admin.send(`PATCH /api/events/${eventId}`, { host: NAMED });
  await admin.send('POST /api/users', { name: `${NAMED} junior` });
  await admin.send('POST /api/users/bulk-scores', {
    updates: [1, 2].map((score) => ({ name: `${NAMED} senior`, score })),
    fileName: `${NAMED}.csv`,
    fileType: 'csv',
  });
  await device.send('POST /api/admin/verify', { password: 'wrong' });
  await makeLink(app.context);
  const now = app.clock.now().toISOString();
  const list = JSON.stringify([{ author: NAMED }]);
  await db.insertInto('announcement_lists').values({ channel_id: '1', asked_at: now, list, fetched_at: now }).execute();
  const { id: visitor_id } = await db.selectFrom('visitors').select('id').limit(1).executeTakeFirstOrThrow();
  await keepPlace(app, { id: 'r-1', visitor_id, event_id: eventId, player_name: NAMED });
  await sql`update brackets set entrants = replace(entrants, '"name":"', ${`"name":"${NAMED} `})`.execute(db);
}

const NAMELESS = /^Former (player \d+|owner|host)$/;
const counts = async (app: TestApp) =>
  Object.fromEntries(Object.entries(await everyRow(app.context.db)).map(([table, rows]) => [table, rows.length]));
const figures = async ({ context: { db } }: TestApp) => ({
  scores: await db.selectFrom('users').select('score').orderBy('score').execute(),
  checkedIn: await db.selectFrom('rsvps').select(['id', 'checked_in', 'checked_in_at']).orderBy('id').execute(),
  seats: await db.selectFrom('events').select(['id', 'title', 'seats_taken', 'status']).orderBy('id').execute(),
});
/** Returns every match of every bracket without its players. */
async function results({ context }: TestApp): Promise<string> {
  const drawn = await context.db.selectFrom('brackets').select('event_id').orderBy('event_id').execute();
  const all = await Promise.all(drawn.map(({ event_id }) => presentMatches(context, event_id)));
  return JSON.stringify(all, (key, value) => (key === 'name' ? undefined : value));
}

describe.each(DIALECTS)('%s', (dialect) => {
  it('forgetting everything leaves no personal word in any table, and everything that can be counted', async () => {
    const app = await testApp(dialect);
    await filled(app);
    const names = [...new Set((await everyRow(app.context.db)).users?.map((row) => JSON.parse(row).name as string))];
    expect(names.length).toBeGreaterThan(100);
    const marked = Object.entries(await everyRow(app.context.db)).filter(([, rows]) => MARK.test(rows.join()));
    const added = ADDITIONS.map(({ table }) => table);
    const others = [
      ...['announcement_lists', 'audit_entries', 'audit_people', 'brackets', 'bulk_uploads', 'events'],
      ...['idempotency_keys', 'removed_rows', 'waiting_entries'],
    ];
    expect(marked.map(([table]) => table).sort()).toEqual([...added, ...others].sort());
    const before = { counts: await counts(app), figures: await figures(app), results: await results(app) };

    await forgetEverything(app.context.db);
    const rows = await everyRow(app.context.db);
    expect(JSON.stringify(rows)).not.toMatch(MARK);
    expect(JSON.stringify(rows)).not.toMatch(/\w@\w/);
    // A name of the sample may be a word of a title too ("Sam"); in quotes it is a name.
    const quoted = JSON.stringify(Object.values(rows)).replaceAll('\\', '');
    expect(names.filter((name) => quoted.includes(`"${name}"`))).toEqual([]);
    const shown = [...added, 'events'].flatMap((table) => rows[table] ?? []).map((row) => JSON.parse(row));
    for (const row of shown) expect(row.player_name ?? row.owner ?? row.host ?? row.name).toMatch(NAMELESS);

    const gone = [
      ...['visitors', 'devices', 'idempotency_keys', 'admin_sessions', 'admin_links', 'admin_guesses'],
      ...['minute_budgets', 'waiting_entries', 'audit_entries', 'audit_people', 'removals', 'removed_rows'],
      'open_games',
    ];
    const emptied = Object.fromEntries(gone.map((table) => [table, 0]));
    for (const table of Object.keys(emptied)) expect([table, before.counts[table]]).not.toEqual([table, 0]);
    expect(await counts(app)).toEqual({ ...before.counts, ...emptied });
    expect([await figures(app), await results(app)]).toEqual([before.figures, before.results]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);

    await forgetEverything(app.context.db);
    expect(await everyRow(app.context.db)).toEqual(rows);
  });

  it('forgetting everything leaves no admin session in a bracket', async () => {
    const { app, draw, score } = await undrawnDesk(2, {}, dialect);
    await draw();
    await score('W1-1', 2, 0);
    const { db } = app.context;
    const sessions = async () => [
      ...(await db.selectFrom('brackets').select('drawn_by as session').execute()),
      ...(await db.selectFrom('bracket_results').select('session_id as session').execute()),
    ];
    expect(await sessions()).toEqual([{ session: expect.any(String) }, { session: expect.any(String) }]);
    await forgetEverything(app.context.db);
    expect(await sessions()).toEqual([{ session: null }, { session: null }]);
  });

  it('forgetting everything handles people whose names look like its replacements', async () => {
    const app = await testApp(dialect);
    for (const number of [3, 1, 2]) {
      await app.browser().send('POST /api/users', { name: `Former player ${number}` });
    }
    await forgetEverything(app.context.db);
    const { rows } = await sql<{ name: string }>`select name from users order by name`.execute(app.context.db);
    expect(rows.map(({ name }) => name)).toEqual(['Former player 1', 'Former player 2', 'Former player 3']);
  });
});

it('empties the files of PostgreSQL’s tables too', async () => {
  const url = await freshUrl('postgres');
  await filled(await testApp('postgres', { url }));
  const connection = await openUntilEnd(url);
  await forgetEverything(connection.db);
  await eraseRemains(connection);
  expect(JSON.stringify(await everyRow(connection.db))).not.toMatch(MARK);
  // A table without rows has no page after it is rewritten.
  const bytes = sql<{ bytes: string }>`select pg_relation_size('audit_entries') as bytes`.execute(connection.db);
  expect((await bytes).rows).toEqual([{ bytes: '0' }]);
});

it('leaves no such words in SQLite’s file and log, where deleting alone would', async () => {
  const url = await freshUrl('sqlite');
  const path = url.slice('sqlite:'.length);
  const app = await testApp('sqlite', { url });
  await filled(app);
  const bytes = () =>
    ['', '-wal', '-shm'].map((end) => (existsSync(path + end) ? readFileSync(path + end, 'latin1') : '')).join();
  expect(bytes()).toMatch(MARK);
  await forgetEverything(app.context.db);
  expect(bytes()).toMatch(MARK);
  await eraseRemains({ db: app.context.db, dialect: 'sqlite' });
  expect(bytes()).not.toMatch(MARK);
});

/** Every column, checked for personal data: listed ones hold none, or the command clears them. */
const LOOKED_THROUGH: Record<string, string> = {
  admin_guesses: 'failures guesser last_at next_at',
  admin_links: 'created_at id token_hash used_at',
  admin_sessions: 'created_at id last_seen_at name token_hash',
  amendments: 'amended_at became event_id id kind place place_id visitor_id',
  announcement_lists: 'asked_at asked_before_at channel_id failed_at fetched_at list wait_until',
  audit_entries: 'action after at before by_name by_role event_id id names_apart session_id subject',
  audit_people: 'entry_id name person_id position visitor_id',
  bracket_results: 'agreed_by draw_id entered_at entered_by_name entry event_id sequence session_id',
  brackets: 'draw_id drawn_at drawn_by drawn_by_name drawn_revision entrants event_id options passed_over',
  bulk_uploads:
    'error_details failed_updates file_name file_type id successful_updates total_records undone_at uploaded_at',
  check_in_alarms: 'at event_id',
  claims: 'by_name by_role created_at decided_at entry_id id mission_id note reason state task user_id worth',
  device_codes: 'code_hash made_at made_by places visitor_id',
  devices: 'created_at id last_seen_at token_hash visitor_id',
  door_taps: 'checks_in id made_at place_id',
  events:
    'bracket_decided bracket_drawn calls_by_itself capacity closed_tables code_generation completed_at deleted_at description draft duration edit_revision edited_at event_type format former_revision google_doc_url host id late_minutes location lottery points questions queue queue_paused release_after reports revision round_clock seats_taken ' +
    'start_time status tables title tournament_type waited waiting',
  event_feedback: 'event_id given_at id stars text visitor_id',
  event_stars: 'event_id visitor_id',
  helper_desks: 'helper_id id last_used_at opened_at token_hash',
  helpers: 'created_at ends_at event_id extended_until id location name role secret_hash',
  idempotency_keys: 'answer asked_by created_at key request_hash salt visitor_id',
  inventory_games:
    'available created_at description game_type id lent_at lent_to name name_key owner play_time player_count removed_at visitor_id',
  jobs: 'ended_at error failures lease_until name next_at started_at',
  joined_visitors: 'calendar_generation id visitor_id',
  match_calls: 'called_at draw_id entrants event_id location match_id seen_by table_key table_name',
  match_reports: 'event_id match_id reported_at result revision visitor_id',
  messages: 'audience by_name by_role created_at ends_at event_id id revision text urgent withdrawn_at',
  meta: 'key value',
  minute_budgets: 'name since used',
  notices: 'became created_at event_id id kind player_name seen_at updated_at visitor_id was',
  open_game_players: 'created_at game_id id name name_key visitor_id',
  open_game_reports: 'game_id visitor_id',
  open_games: 'at created_at game host id location note places visitor_id',
  outbox: 'about due_at ends_at key kind lease_until sent_at subscription_id told tries version',
  push_subscriptions: 'auth device_id endpoint failed failed_since host id kinds network p256dh reached_at',
  pictures: 'base64 created_at height id media_type name width',
  point_entries: 'at by_name by_role event_id id kind mission_id points reason undoes upload_id user_id',
  place_accounts: 'event_id place_id user_id',
  queue_entries:
    'absences called_at created_at done_at event_id id name_key note player_name rank seen state visitor_id',
  released_places: 'event_id id name_key place released_at visitor_id',
  removals: 'id network removed_at since things',
  removed_rows: 'event_id removal_id row row_id table_name visitor_id',
  rsvps:
    'answers asked_at checked_in checked_in_at checked_in_by checked_in_by_name coming created_at event_id fixed_table handed_over id lent name_key player_email player_name visitor_id',
  schema_version: 'version',
  standings: 'frozen_at one ranking reveal_to',
  screen_codes: 'code made_at name network polled_at token_hash',
  shown_messages: 'device_id message_id',
  screens:
    'formerly last_seen_at location name pages revision shown_before shown_now shows stranger_seen_at token_hash',
  users:
    'badge_group code created_at deleted_at id loose_key name name_key revision score seen_at shown_revision shown_score visitor_id',
  visitors: 'calendar_generation created_at hold_key id network',
  waiting_entries:
    'answers created_at event_id group_id handed_over holds_seat id name_key player_email player_name position visitor_id',
};

it('a new column is looked through before it lands: does it hold something personal, and does store.ts take it away?', async () => {
  const { db } = await openUntilEnd(await freshUrl('sqlite'));
  const found = (await db.introspection.getTables()).map(({ name, columns }) => [
    name,
    columns
      .map((column) => column.name)
      .sort()
      .join(' '),
  ]);
  expect(Object.fromEntries(found)).toEqual(LOOKED_THROUGH);
});

it('gives the statements that forget everybody 10 minutes each on PostgreSQL', async () => {
  const { db } = await freshDatabase('postgres');
  const limits: unknown[] = [];
  const anonymise = async (tx: typeof db) => void limits.push(...(await sql`show statement_timeout`.execute(tx)).rows);
  await forgetAll(db, [{ anonymise }]);
  expect(limits).toEqual([{ statement_timeout: '10min' }]);
});
