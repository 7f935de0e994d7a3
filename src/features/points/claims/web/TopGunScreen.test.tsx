import { useQueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withMissionIds } from '#features/festival/contract.ts';
import { festivalQuery } from '#features/festival/web/queries.ts';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { Claim, MyClaims } from '../contract.ts';
import { TopGunScreen } from './TopGunScreen.tsx';

const missions = withMissionIds([
  {
    category: 'Bar',
    missions: [
      { task: 'Wave', points: 3 },
      { task: 'Sing', points: 4, limit: 2 },
    ],
  },
]);
const aClaim = (said: Partial<Claim>): Claim => ({
  ...{
    id: 'c',
    userId: 'u',
    userName: 'Rosa',
    missionId: 'wave',
    task: 'Wave',
    worth: 3,
    note: null,
    state: 'claimed',
  },
  ...{ points: null, reason: null, by: null, createdAt: '2025-11-14T17:00:00.000Z', decidedAt: null },
  ...said,
});
const ROSA = { id: 'u', name: 'Rosa' };

function Page({ claims }: { claims: boolean }) {
  useQueryClient().setQueryData(festivalQuery.queryKey, { ...shownFestival, claims });
  return <TopGunScreen />;
}

const listsOf = (mine: MyClaims, claims = true) => ({
  'GET /api/festival': () => ({ body: { ...shownFestival, claims, missions } }),
  'GET /api/claims/my': () => ({ body: mine }),
});

function open(mine: MyClaims, claims = true) {
  const sent: unknown[] = [];
  answerCalls({
    ...listsOf(mine, claims),
    'POST /api/claims': ({ body }) => {
      sent.push(body);
      return { status: 201, body: aClaim({ state: 'claimed' }) };
    },
  });
  renderInPage(<Page claims={claims} />, { at: '/top-gun' });
  return sent;
}
const row = async (task: string) => within((await screen.findByText(task)).closest('li') as HTMLElement);

it('keeps the private tick while claims are off, and on a device without an account', async () => {
  open({ accounts: [ROSA], claims: [] }, false);
  expect((await row('Wave')).getByRole('checkbox')).toBeDefined();
  open({ accounts: [], claims: [] });
  await screen.findAllByText('Your ticks stay on this device.');
  expect(screen.queryByText(/Claim it here/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Claim: Wave' })).toBeNull();
});

itSendsLikeEveryDialog('Claim this mission', {
  open: async () => {
    renderInPage(<Page claims />, { at: '/top-gun' });
    await screen.findByText(/Claim it here once it is done\./);
    await userEvent.click(await screen.findByRole('button', { name: 'Claim: Wave' }));
  },
  fill: () => userEvent.type(screen.getByRole('textbox', { name: /^Witness or note/ }), 'Bo saw it '),
  press: 'Send',
  busy: 'Sending...',
  call: 'POST /api/claims',
  body: { userId: 'u', missionId: 'wave', note: 'Bo saw it' },
  answer: { status: 201, body: aClaim({}) },
  others: listsOf({ accounts: [ROSA], claims: [] }),
  done: 'Claim sent',
  hasKey: true,
});

it('asks who did it where several may claim', async () => {
  const gus = { id: 'g', name: 'Gus' };
  const sent = open({
    accounts: [ROSA, gus, { id: 'w', name: 'Wanda' }],
    claims: [aClaim({ userId: 'w', userName: 'Wanda', state: 'approved', points: 3 })],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Claim: Wave' }));
  await screen.findByRole('button', { name: 'Rosa', pressed: true });
  expect(screen.queryByRole('button', { name: 'Wanda' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Gus' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Claim sent for Rosa');
  expect(sent).toEqual([{ userId: 'g', missionId: 'wave' }]);
});

it.each([
  ['waits', [aClaim({})], 'Sent', false],
  ['was approved', [aClaim({ state: 'approved', points: 3 })], '+3', false],
  ['counts at the ceremony', [aClaim({ state: 'approved' })], 'Done', false],
  ['was refused', [aClaim({ state: 'refused', reason: 'Nobody saw it' })], 'Not this time: Nobody saw it', true],
  ['was taken back', [aClaim({ state: 'undone', points: 3 })], 'Taken back', true],
] as const)('says of a mission that it %s', async (_, claims, words, mayClaim) => {
  open({ accounts: [ROSA], claims: [...claims] });
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  const inRow = await row('Wave');
  expect(inRow.queryByRole('button', { name: 'Claim: Wave' }) !== null).toBe(mayClaim);
  screen.getByText(claims[0].state === 'approved' ? '1 of 2 done' : '0 of 2 done');
});

it('lets a mission be claimed again up to its limit, with what it brought so far', async () => {
  const sing = { missionId: 'sing', task: 'Sing', state: 'approved', points: 4 } as const;
  open({ accounts: [ROSA], claims: [aClaim({ ...sing })] });
  expect((await row('Sing')).getByRole('button', { name: 'Claim: Sing' })).toBeDefined();
});

it('says without an account that ticks bring nothing, with the way to one', async () => {
  open({ accounts: [], claims: [] });
  await screen.findByText(/^Ticks alone bring no points\./);
  expect(screen.getByRole('button', { name: 'Register' })).toBeDefined();
});

it('claims what was ticked before there was an account, once each', async () => {
  localStorage.setItem('ticked missions', JSON.stringify(['wave', 'sing']));
  const sent = open({ accounts: [ROSA], claims: [] });
  await userEvent.click(await screen.findByRole('button', { name: 'Claim my ticks' }));
  await screen.findByText('2 claims sent');
  expect(sent).toEqual([
    { userId: 'u', missionId: 'wave' },
    { userId: 'u', missionId: 'sing' },
  ]);
  expect(localStorage.getItem('ticked missions')).toBe('[]');
});
