import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AdminLock } from '#features/access/web/AdminLock.tsx';
import { myAccountsQuery } from '#features/people/users/web/state.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { sendPassword } from '#testing/password.ts';
import { userEvent } from '#testing/user-event.ts';
import type { Ceremony } from '../../contract.ts';
import { ToldNews } from '../ToldNews.tsx';
import { CeremonyDesk } from './CeremonyDesk.tsx';

const AT = '2025-11-13T20:00:00.000Z';
const places = [
  { id: 'u-1', rank: 1, name: 'Noor', points: 9 },
  { id: 'u-2', rank: 2, name: 'Kim', points: 7 },
  { id: 'u-4', rank: 4, name: 'Gus', points: 3 },
];
const user = (name: string, score: number) => ({ id: name, name, score, shownScore: 0, revision: 1, seenAt: null });

function open(said: Partial<Ceremony>, desk: { screens?: string[]; waitingClaims?: number } = {}) {
  vi.useFakeTimers({ now: Date.parse(AT) + 60_000, shouldAdvanceTime: true });
  const ceremony: Ceremony = { to: null, places: [], lost: [], ...said };
  const answer = { body: { frozen: true, at: AT, to: null, places: [] } };
  const heard = answerCalls({
    'GET /api/standings/freeze': () => answer,
    'GET /api/standings/ceremony': () => ({ body: ceremony }),
    'GET /api/admin/users': () => ({ body: [user('Rosa', 5)] }),
    'POST /api/standings/reveal': ({ body }) => ({ body: { ...ceremony, to: (body as { to: number }).to } }),
    'PUT /api/standings/freeze': () => answer,
  });
  const { screens = [], waitingClaims = 0 } = desk;
  renderInPage(<CeremonyDesk zone="UTC" screens={screens} waitingClaims={waitingClaims} />, { at: '/', admin: true });
  return () => heard.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
}
function Phone() {
  useQueryClient().setQueryData(myAccountsQuery.queryKey, [{ id: 'u-2', name: 'Kim', code: 'ABC234' }]);
  return <ToldNews />;
}
const rested = () => act(() => vi.advanceTimersByTimeAsync(1_000));
const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }));

it('names waiting claims and unseen badges, and begins on the screens that are chosen', async () => {
  const heard = open({}, { screens: ['bar', 'hall'], waitingClaims: 2 });
  await screen.findByText('Points for 2 missions wait to be decided');
  await screen.findByText(/Not checked yet, of the first ten places: .?Rosa/);
  await rested();
  await press('Begin the ceremony');
  await userEvent.click(screen.getByRole('checkbox', { name: 'bar' }));
  await press('Begin on 1 screen');
  await waitFor(() =>
    expect(heard()).toEqual([
      ['POST /api/standings/reveal', { to: 11, from: null, onlySeen: false, screens: ['hall'] }],
    ]),
  );
});

it('tells one place when a tap comes twice, and sends the step that it showed', async () => {
  const heard = open({ to: 11, places });
  await screen.findByRole('button', { name: /^Announce 4th/ });
  await rested();
  await press(/^Announce 4th/);
  const next = await screen.findByRole('button', { name: /^Announce 2nd/ });
  await userEvent.click(next);
  expect(heard()).toEqual([['POST /api/standings/reveal', { to: 4, from: 11 }]]);
  await rested();
  await userEvent.click(next);
  await waitFor(() => expect(heard()[1]).toEqual(['POST /api/standings/reveal', { to: 2, from: 4 }]));
});

it('takes back the place that was told last', async () => {
  const heard = open({ to: 2, places });
  await screen.findByRole('button', { name: /^Announce 1st/ });
  await rested();
  await press('Take back 2nd');
  await waitFor(() => expect(heard()).toEqual([['POST /api/standings/reveal', { to: 4, from: 2 }]]));
});

it('says whose points or account are gone, and offers to rank anew', async () => {
  const lost = [
    { rank: 1, name: null, points: 9, score: null },
    { rank: 2, name: 'Kim', points: 7, score: 2 },
  ];
  const heard = open({ to: 4, places, lost });
  await screen.findByText('1st, 9 points: the account was deleted.');
  screen.getByText(/^2nd, 7 points: .?Kim.? has 2 by now\.$/);
  await rested();
  await press('Rank anew');
  await waitFor(() => expect(heard()).toEqual([['POST /api/standings/reveal', { to: 4, from: 4, anew: true }]]));
});

it('reads the ceremony anew when the desk was locked, and after the password', async () => {
  vi.useFakeTimers({ now: Date.parse(AT) + 60_000, shouldAdvanceTime: true });
  const ceremony = { to: 11, places, lost: [] };
  const replies: Reply[] = [{ status: 401, body: { code: 'LOCKED', message: 'Locked.' } }];
  const heard = answerCalls({
    'GET /api/standings/freeze': () => ({ body: { frozen: true, at: AT, to: 11, places: [] } }),
    'GET /api/standings/ceremony': () => ({ body: ceremony }),
    'POST /api/standings/reveal': () => replies.pop() ?? { body: { ...ceremony, to: 4 } },
    'POST /api/admin/verify': () => ({ body: { valid: true } }),
  });
  const count = (call: string) => heard.filter((one) => one.call === call).length;
  const desk = (
    <>
      <AdminLock />
      <CeremonyDesk zone="UTC" screens={[]} waitingClaims={0} />
    </>
  );
  renderInPage(desk, { at: '/', admin: true });
  await screen.findByRole('button', { name: /^Announce 4th/ });
  await rested();
  const [freezes, ceremonies] = [count('GET /api/standings/freeze'), count('GET /api/standings/ceremony')];
  await press(/^Announce 4th/);
  await waitFor(() => expect(count('GET /api/standings/freeze')).toBeGreaterThan(freezes));
  await sendPassword('secret');
  await waitFor(() => expect(count('POST /api/standings/reveal')).toBe(2));
  await waitFor(() => expect(count('GET /api/standings/ceremony')).toBeGreaterThan(ceremonies));
});

it('the phone of an account that the ceremony has told says so once', async () => {
  const told = places.slice(1);
  answerCalls({ 'GET /api/standings/freeze': () => ({ body: { frozen: true, at: AT, to: 2, places: told } }) });
  renderInPage(<Phone />, { at: '/' });
  await screen.findByText('Kim is 2nd!');
});
