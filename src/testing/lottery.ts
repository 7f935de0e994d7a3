/** An event whose places are drawn, and phones that ask for them. */
import { editablePart } from '#features/festival/rules/facts.ts';
import { drawDue } from '#features/waiting/lottery/commands.ts';
import { HOUR } from '#platform/durations.ts';
import { type Browser, testApp } from './app.ts';
import type { DIALECTS } from './database.ts';

export const REQUESTED = { status: 202, body: { state: 'requested' } };

/** Places open in an hour; the event has two of them, and they are drawn. */
export async function lotteryApp(dialect: (typeof DIALECTS)[number], capacity = 2) {
  const app = await testApp(dialect);
  const admin = await app.admin();
  const opensAt = (ms: number | null, fact: 'registrationOpensAt' | 'opensAt' = 'registrationOpensAt') => {
    const moment = ms === null ? null : new Date(app.clock.now().getTime() + ms).toISOString();
    return admin.send('PUT /api/admin/festival', {
      facts: { ...editablePart(app.context.festivalFile), [fact]: moment },
    });
  };
  await opensAt(HOUR);
  const id = await app.event({ title: 'Cup', capacity, lottery: true });
  const ask = (browser: Browser, name: string | string[], more = {}) =>
    browser.send('POST /api/rsvps', {
      eventId: id,
      ...(typeof name === 'string' ? { playerName: name } : { playerNames: name }),
      ...more,
    });
  const list = async <T>(browser: Browser, path: string) => (await browser.send(`GET ${path}`)).json<T>();
  const mine = (browser: Browser) => list<{ id: string; playerName: string }[]>(browser, '/api/waiting/my');
  const placesOf = async (browser: Browser) =>
    (await list<{ playerName: string }[]>(browser, '/api/rsvps/my')).map(({ playerName }) => playerName);
  const event = async () => (await app.events()).find((one) => one.id === id);
  const draw = () => drawDue(app.context);
  return { app, admin, id, opensAt, ask, list, mine, placesOf, event, draw };
}
