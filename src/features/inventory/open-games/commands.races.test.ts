/** Many phones at once: the last place, the same name, and two games of one device. */
import { describe, expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { anOpenGame } from '#testing/factories.ts';
import type { MyOpenGame, OpenGame } from './contract.ts';

const tally = (answers: readonly { readonly statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort();

describe.each(DIALECTS)('%s', (dialect) => {
  it('two phones that take the last place at once get one, and so do two with one name', async () => {
    const app = await testApp(dialect);
    const rosa = app.browser();
    const { id } = (await rosa.send('POST /api/open-games', anOpenGame({ places: 2 }))).json<MyOpenGame>();
    const join = (playerName: string) => app.browser().send(`POST /api/open-games/${id}/join`, { playerName });
    expect(tally(await Promise.all(['Theo', 'THEO', 'theo'].map(join)))).toEqual([201, 409, 409]);
    const answers = await Promise.all(['Ada', 'Bo', 'Cy', 'Di'].map(join));
    expect(tally(answers)).toEqual([201, 409, 409, 409]);
    expect(answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json().code)).toEqual(
      Array(3).fill('GAME_FULL'),
    );
    expect((await rosa.send('GET /api/open-games/my')).json<MyOpenGame[]>()[0]?.players).toHaveLength(2);
  });

  it('one device that opens several games at once has one', async () => {
    const app = await testApp(dialect);
    const rosa = app.browser();
    await rosa.send('POST /api/users', { name: 'Rosa' });
    const answers = await Promise.all(
      ['Azul', 'Uno', 'Kart'].map((game) => rosa.send('POST /api/open-games', anOpenGame({ game }))),
    );
    expect(tally(answers)).toEqual([201, 409, 409]);
    expect((await app.browser().send('GET /api/open-games')).json<OpenGame[]>()).toHaveLength(1);
  });
});
