/** Two organisers change one user at the same moment. */
import { expect, it } from 'vitest';
import { aRegistration } from '#testing/factories.ts';
import { CONSTELLATIONS, rivalsOn } from '#testing/races.ts';

const ROUNDS = 5;

it.each(CONSTELLATIONS)('two renames leave one name for account and places, on %s', async (_, dialect, instances) => {
  const rivals = await rivalsOn(dialect, instances);
  const eventId = await rivals.at(0).event({ capacity: 100 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const [phone, name] = [rivals.at(0).browser(), `Rosa ${round}`];
    await phone.send('POST /api/rsvps', aRegistration(eventId, { playerName: name }));
    const { id } = (await phone.send('POST /api/users', { name })).json<{ id: string }>();
    const renames = [`Rosalind ${round}`, `Rosita ${round}`].map((to, index) =>
      rivals.organisers[index === 0 ? 0 : 1].send(`PATCH /api/users/${id}`, { name: to }),
    );
    expect((await Promise.all(renames)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const account = await rivals.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow();
    const places = await rivals.db.selectFrom('rsvps').select('player_name as name').execute();
    expect(places.map((place) => place.name)).toContain(account.name);
  }
});
