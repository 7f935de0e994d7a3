import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Browser } from '#testing/app.ts';
import { CONSTELLATIONS, rivalsOn, send, tally, untilBlocked } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import type { Claim } from './contract.ts';

const MISSION = { missionId: 'win-a-thumb-war-best-of-three' };

/** The same phone at both instances. */
async function twoTabs(
  rivals: Awaited<ReturnType<typeof rivalsOn>>,
): Promise<{ tabs: [Browser, Browser]; userId: string }> {
  const [one, other] = [rivals.at(0).browser(), rivals.at(1).browser()];
  const { id: userId } = (await one.send('POST /api/users', { name: 'Rosa' })).json<{ id: string }>();
  for (const [name, value] of one.cookies) other.cookies.set(name, value);
  return { tabs: [one, other], userId };
}

describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
  it('of two claims of one mission at once one is made', async () => {
    const rivals = await rivalsOn(dialect, instances);
    const { tabs, userId } = await twoTabs(rivals);
    const answers = await Promise.all(
      tabs.flatMap((tab) => [1, 2, 3].map(() => send(tab, 'POST /api/claims', { userId, ...MISSION }))),
    );
    expect(tally(answers)).toEqual({ 201: 1, 409: 5 });
    expect(await problemsIn(rivals.db, dialect)).toEqual([]);
  });

  it('two approvals, a refusal and two undos at once leave one decision and its entry', async () => {
    const rivals = await rivalsOn(dialect, instances);
    const { tabs, userId } = await twoTabs(rivals);
    const { id } = (await tabs[0].send('POST /api/claims', { userId, ...MISSION })).json<Claim>();
    const [one, other] = rivals.organisers;
    const approvals = await Promise.all(
      [one, other, one].map((organiser) => send(organiser, `POST /api/claims/${id}/approve`, {})),
    );
    expect(tally(approvals)).toEqual({ 200: 3 });
    const entries = async () => (await tabs[0].send(`GET /api/users/${userId}/points`)).json<{ points: number }[]>();
    expect((await entries()).map(({ points }) => points)).toEqual([5]);
    expect(
      tally(await Promise.all([one, other].map((organiser) => send(organiser, `POST /api/claims/${id}/undo`)))),
    ).toEqual({ 200: 2 });
    expect((await entries()).map(({ points }) => points).sort()).toEqual([-5, 5]);
    const decisions = await Promise.all([
      send(one, `POST /api/claims/${id}/approve`, {}),
      send(other, `POST /api/claims/${id}/refuse`, { reason: 'Nobody saw it' }),
    ]);
    expect(tally(decisions)).toEqual({ 200: 1, 409: 1 });
    expect(await problemsIn(rivals.db, dialect)).toEqual([]);
  });
});

it('a claim that is approved while a freeze begins gives its points in the freeze', async () => {
  const { at, organisers, db } = await rivalsOn('postgres', 1);
  const [app, [organiser]] = [at(0), organisers];
  const phone = app.browser();
  const { id: userId } = (await phone.send('POST /api/users', { name: 'Rosa' })).json<{ id: string }>();
  const { id } = (await phone.send('POST /api/claims', { userId, ...MISSION })).json<Claim>();
  const frozenAt = new Date(app.clock.now().getTime() + 10_000).toISOString();
  await organiser?.send('PUT /api/standings/freeze', { frozen: true, at: frozenAt });
  const { approval } = await db.transaction().execute(async (tx) => {
    await tx.updateTable('standings').set({ one: 1 }).execute();
    const approval = organiser?.send(`POST /api/claims/${id}/approve`, {});
    await untilBlocked(db, 1);
    app.clock.pass(60_000);
    return { approval };
  });
  expect((await approval)?.statusCode).toBe(200);
  const user = db.selectFrom('users').select(['score', 'shown_score']).where('id', '=', userId);
  expect(await user.executeTakeFirst()).toEqual({ score: 5, shown_score: 0 });
  expect((await approval)?.json<Claim>().decidedAt).toBe(app.clock.now().toISOString());
});

it('control: without the unique index and a lock, two claims that were read before either is written both wait', async () => {
  const { db } = await rivalsOn('postgres', 1);
  await sql`drop index open_claims`.execute(db);
  await sql`insert into users (id, name, name_key, created_at) values ('u', 'Rosa', 'rosa', '2025-11-14T17:00:00.000Z')`.execute(
    db,
  );
  const open = sql<{ count: number }>`select count(*)::int as count from claims where state = 'claimed'`;
  const reads = await Promise.all([open.execute(db), open.execute(db)]);
  for (const [index, { rows }] of reads.entries()) {
    if (rows[0]?.count !== 0) continue;
    await sql`insert into claims (id, user_id, mission_id, task, worth, state, created_at)
      values (${`c-${index}`}, 'u', 'wave', 'Wave', '3', 'claimed', '2025-11-14T17:00:00.000Z')`.execute(db);
  }
  expect((await open.execute(db)).rows).toEqual([{ count: 2 }]);
});
