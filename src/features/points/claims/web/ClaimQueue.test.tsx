import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setHelperDesk } from '#features/access/web/state.ts';
import type { OwnAccount } from '#features/people/users/contract.ts';
import { myAccountsQuery } from '#features/people/users/web/state.ts';
import { WHOLE_FESTIVAL } from '#platform/staff.ts';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { Claim } from '../contract.ts';
import { ClaimQueue } from './ClaimQueue.tsx';

const aClaim = (id: string, said: Partial<Claim> = {}): Claim => ({
  ...{ id, userId: `u-${id}`, userName: id, missionId: 'wave', task: 'Wave', worth: 3, note: null, state: 'claimed' },
  ...{ points: null, reason: null, by: null, createdAt: '2025-11-14T17:00:00.000Z', decidedAt: null },
  ...said,
});

function Queue({ own }: { own: OwnAccount[] }) {
  // Asked before, on the scoreboard.
  useQueryClient().setQueryData(myAccountsQuery.queryKey, own);
  return <ClaimQueue heading="h2" />;
}
const OWN = [{ id: 'u-Jo', name: 'Jo', code: 'ABC234' }];

function open(claims: Claim[], { admin = true, own = [] as OwnAccount[], frozen = false } = {}) {
  const heard: [string, unknown][] = [];
  const answer =
    (name: string, status = 200) =>
    ({ body }: { body: unknown }) => {
      heard.push([name, body]);
      return { status, body: aClaim('Rosa', { state: 'approved', points: 3 }) };
    };
  answerCalls({
    'GET /api/claims': () => ({ body: claims }),
    'GET /api/users/my': () => ({ body: own }),
    'GET /api/standings/freeze': () => ({ body: { frozen, at: frozen ? NOW : null, to: null, places: [] } }),
    'POST /api/claims/Rosa/approve': answer('approve Rosa'),
    'POST /api/claims/Gus/approve': answer('approve Gus'),
    'POST /api/claims/Tom/approve': () => ({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', message: 'This claim was refused already: Nobody saw it.' },
    }),
  });
  renderInPage(<Queue own={own} />, { at: '/admin/claims', admin });
  return heard;
}

it('approves with one tap where the points are a number, and with a typed number where they are words', async () => {
  const heard = open([aClaim('Rosa'), aClaim('Gus', { missionId: 'sing', task: 'Sing', worth: '1 per song' })]);
  await userEvent.click(await screen.findByRole('button', { name: /^Approve .?Rosa.?: \+3$/ }));
  await waitFor(() => expect(heard).toEqual([['approve Rosa', { points: 3 }]]));
  screen.getByText('Points: 1 per song');
  const approve = screen.getByRole('button', { name: /^Approve .?Gus.?$/ });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(screen.getByRole('textbox', { name: /Points for .?Gus/ }), '2');
  await userEvent.click(screen.getByRole('button', { name: /^Approve .?Gus.?: \+2$/ }));
  await waitFor(() => expect(heard).toHaveLength(2));
  expect(heard[1]).toEqual(['approve Gus', { points: 2 }]);
});

it('approves all of a mission, oldest first, in one act', async () => {
  const heard = open([aClaim('Gus'), aClaim('Rosa')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve all 2' }));
  await screen.findByText('2 approved');
  expect(heard.map(([call]) => call)).toEqual(['approve Gus', 'approve Rosa']);
});

it('stops at the first that fails, and says why', async () => {
  const heard = open([aClaim('Gus'), aClaim('Tom'), aClaim('Rosa')]);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve all 3' }));
  await screen.findByText(/refused already: Nobody saw it/);
  await waitFor(() => screen.getByRole('button', { name: 'Approve all 3', description: '' }));
  expect(heard.map(([call]) => call)).toEqual(['approve Gus']);
  expect(screen.queryByText(/\d approved/)).toBeNull();
});

it('leaves the own claims of a helper to others', async () => {
  setHelperDesk({ name: 'Jo', role: 'points', scope: WHOLE_FESTIVAL });
  open([aClaim('Gus'), aClaim('Rosa'), aClaim('Jo')], { admin: false, own: OWN });
  await screen.findByRole('button', { name: 'Approve all 2' });
  expect(screen.queryByRole('button', { name: /Jo/ })).toBeNull();
});

it('lets an organiser decide about their own claims', async () => {
  open([aClaim('Jo')], { own: OWN });
  await screen.findByRole('button', { name: /^Approve .?Jo/ });
});

it('says in a freeze that the reason is read before the ceremony', async () => {
  open([aClaim('Gus')], { frozen: true });
  await userEvent.click(await screen.findByRole('button', { name: /^Refuse .?Gus/ }));
  await screen.findByText('The scoreboard is frozen, and this is read before the ceremony: write no sum.');
});

itSendsLikeEveryDialog('Refuse this claim', {
  open: async () => {
    renderInPage(<Queue own={[]} />, { at: '/admin/claims', admin: true });
    await userEvent.click(await screen.findByRole('button', { name: /^Refuse .?Gus/ }));
  },
  fill: () => userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Nobody saw it'),
  press: 'Refuse',
  busy: 'Refusing...',
  call: 'POST /api/claims/Gus/refuse',
  body: { reason: 'Nobody saw it' },
  answer: { body: aClaim('Gus', { state: 'refused', reason: 'Nobody saw it' }) },
  others: {
    'GET /api/claims': () => ({ body: [aClaim('Gus')] }),
    'GET /api/standings/freeze': () => ({ body: { frozen: false, at: null, to: null, places: [] } }),
  },
  // The dialog closes and says nothing; the server tells when the queue is to be read again.
  done: 'Wave',
});

it('groups what waits by mission, in the order of the oldest claim', async () => {
  open([
    aClaim('Rosa'),
    aClaim('Gus', { missionId: 'sing', task: 'Sing' }),
    aClaim('Bo'),
    aClaim('Kim', { state: 'undone' }),
  ]);
  await screen.findByText('Wave');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Wave', 'Sing']);
  expect(
    screen.getAllByRole('button', { name: /^Refuse / }).map((button) => button.getAttribute('aria-label')),
  ).toEqual([expect.stringContaining('Rosa'), expect.stringContaining('Bo'), expect.stringContaining('Gus')]);
});

it('shows nothing to who does not work here', async () => {
  open([aClaim('Rosa')], { admin: false });
  await screen.findByText('Claims are for organisers');
  expect(screen.queryByText('Wave')).toBeNull();
});
