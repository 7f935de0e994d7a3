// @vitest-environment node
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toyFormat } from '#testing/toy-format.ts';
import type { Match } from './contract.ts';
import { TYPES } from './engine/kinds.ts';

/** The contracts read the lists once, so the format joins them before anything imports them. */
let undrawnDesk: typeof import('#testing/tournament.ts').undrawnDesk;
beforeAll(async () => {
  vi.resetModules();
  const [{ FORMATS }, { KINDS, TYPES }] = [await import('./engine/formats.ts'), await import('./engine/kinds.ts')];
  FORMATS.push(toyFormat);
  KINDS.push(toyFormat);
  (TYPES as string[]).push(toyFormat.type);
  ({ undrawnDesk } = await import('#testing/tournament.ts'));
});
// Other tests of this process know the real ones.
afterAll(() => vi.resetModules());

type Desk = Awaited<ReturnType<typeof undrawnDesk>>;
const call = async (there: Desk, route: string, body?: object) => {
  const answer = await there.admin.send(route, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
};

/** Enters a result of every open match: the better seed wins. */
async function play(there: Desk, matches: readonly Match[]): Promise<void> {
  for (const { id, bracket, players } of matches) {
    const bySeed = players.toSorted((one, other) => one.seed - other.seed);
    const places = players.map((player) => ({ id: player.id, place: bySeed.indexOf(player) + 1 }));
    const body = bracket === 'heat' ? { places } : { winner: players[0] === bySeed[0] ? 1 : 2 };
    expect((await call(there, `PATCH /api/matches/${id}/score`, body)).status).toBe(200);
  }
}
const openIn = async (there: Desk) => (await there.matches()).filter(({ status }) => status === 'ready');

/** Plays until neither a match nor a round is left. Returns how many matches were played. */
async function playToTheEnd(there: Desk): Promise<number> {
  let played = 0;
  for (;;) {
    const open = await openIn(there);
    played += open.length;
    await play(there, open);
    if (open.length > 0) continue;
    const { status, body } = await call(there, `POST /api/events/${there.id}/rounds/proposal`);
    if (status === 409) return played;
    const matches = body.matches.map((match: { players: { id: string }[] }) => match.players.map(({ id }) => id));
    expect((await call(there, `POST /api/events/${there.id}/rounds`, { round: body.round, matches })).status).toBe(201);
  }
}
const ALL_TYPES = [...TYPES, toyFormat.type];

describe.each(ALL_TYPES)('a tournament of the type %s', (type) => {
  const drawn = async (players = 7) => {
    const there = await undrawnDesk(players, { tournamentType: type as 'swiss' });
    expect(await there.draw()).toMatchObject({ status: 201 });
    return there;
  };

  it('is played to its end, which its event knows, and the best seed is first', async () => {
    const there = await drawn();
    expect(await playToTheEnd(there)).toBeGreaterThan(5);
    const [first] = await there.leaderboard();
    expect(first).toMatchObject({ rank: 1, playerName: 'Priya' });
    const events = (await there.admin.send('GET /api/events')).json<{ id: string; bracketDecided: boolean }[]>();
    expect(events.find(({ id }) => id === there.id)?.bracketDecided).toBe(true);
  });

  it('takes other seeds and a substitute before the first result, and neither after it', async () => {
    const there = await drawn();
    const order = there.rsvpIds.toReversed();
    expect((await call(there, `PUT /api/events/${there.id}/seeds`, { order })).status).toBe(200);
    expect((await there.matches()).flatMap(({ players }) => players).find(({ seed }) => seed === 1)?.name).toBe(
      'Ayumi',
    );
    const put = (entrantId: string, playerName: string) =>
      call(there, `POST /api/events/${there.id}/substitutes`, { entrantId, playerName });
    expect((await put(there.rsvpIds[0] ?? '', 'Noor')).status).toBe(200);
    const [match] = await openIn(there);
    if (match === undefined) throw new Error('nothing to play');
    await play(there, [match]);
    expect((await put(match.players[0]?.id ?? '', 'Ines')).status).toBe(409);
    expect((await call(there, `PUT /api/events/${there.id}/seeds`, { order })).status).toBe(409);
  });

  it('is as before after an undo, and clears and corrects a result', async () => {
    const there = await drawn();
    const [match] = await openIn(there);
    if (match === undefined) throw new Error('nothing to play');
    const plain = (matches: readonly Match[]) => matches.map(({ revision: _, readySince: __, ...rest }) => rest);
    const before = plain(await there.matches());
    await play(there, [match]);
    await there.undo();
    expect(plain(await there.matches())).toEqual(before);
    await play(there, [match]);
    const other =
      match.bracket === 'heat' ? { places: match.players.map(({ id }) => ({ id, place: 1 })) } : { winner: 2 };
    expect((await call(there, `PATCH /api/matches/${match.id}/score`, other)).status).toBe(200);
    expect((await call(there, `DELETE /api/matches/${match.id}/score`)).status).toBe(200);
    expect(plain(await there.matches())).toEqual(before);
  });

  it('is in a festival file that can be read again', async () => {
    const there = await drawn(4);
    await play(there, (await openIn(there)).slice(0, 1));
    const file = (await there.admin.send('GET /api/admin/exports/festival.json')).json<{
      brackets: { options: object; lines: object[] }[];
    }>();
    expect(file.brackets[0]).toMatchObject({ options: { tournamentType: type } });
    const { checkBrackets } = await import('./rules/file.ts');
    expect(checkBrackets(file as unknown as Parameters<typeof checkBrackets>[0])).toBeNull();
  });
});
