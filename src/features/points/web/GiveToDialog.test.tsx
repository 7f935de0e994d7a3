import { renderHook, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AdminLock } from '#features/access/web/AdminLock.tsx';
import { AwardPreview } from '#features/events/web/parts/CompleteAnyway.tsx';
import { GiveTo } from '#features/events/web/StaffParts.tsx';
import { useToasts } from '#platform/web/ui/toast.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { sendPassword } from '#testing/password.ts';
import { userEvent } from '#testing/user-event.ts';
import { GiveToButton } from './GiveToButton.tsx';

const people = [
  { placeId: 'r-1', userId: 'u-1', chosen: null, name: 'Rosa', reason: '1st in Cup', points: 10, given: 0 },
  { placeId: 'r-2', userId: null, chosen: null, name: 'Zoe Blanc', reason: '2nd in Cup', points: 5, given: 0 },
  { placeId: 'r-3', userId: 'u-4', chosen: 'Kim', name: 'Kay', reason: '3rd in Cup', points: 3, given: 0 },
];
const user = (id: string, name: string) => ({ id, name, score: 3, revision: 1 });

const chosen = (): Reply => ({ body: { revision: 0, people } });
const MADE: Reply = { status: 201, body: user('u-3', 'Zoe Blanc') };
const LOCKED: Reply = { status: 401, body: { code: 'LOCKED', message: 'Locked.' } };
const TAKEN: Reply = { status: 409, body: { code: 'NAME_TAKEN', message: 'The name is taken.' } };

const open = async (button = 'Give the points of Zoe Blanc to…', choose = chosen, make = () => MADE) => {
  const users = [user('u-2', 'Zoë Blanc'), user('u-1', 'Rosa')];
  const heard = answerCalls({
    'GET /api/events/e/points': () => ({ body: { revision: 0, people } }),
    'GET /api/users': () => ({ body: users }),
    'GET /api/admin/users': () => ({ body: users }),
    'POST /api/users': make,
    'PUT /api/events/e/points': choose,
    'POST /api/admin/verify': () => ({ body: { valid: true } }),
  });
  renderInPage(
    <GiveTo value={GiveToButton}>
      <AdminLock />
      <AwardPreview eventId="e" />
    </GiveTo>,
    { admin: true },
  );
  await userEvent.click(await screen.findByRole('button', { name: button }));
  expect(screen.queryByRole('button', { name: /points of Rosa to/ })).toBeNull();
  return () => heard.filter(({ call }) => call.startsWith('P')).map(({ call, body }) => [call, body]);
};

it('gives the points that nobody gets to an account that is offered by its name', async () => {
  const sent = await open();
  await userEvent.click(await screen.findByRole('button', { name: /^Zoë Blanc/ }));
  await waitFor(() => expect(sent()).toEqual([['PUT /api/events/e/points', { placeId: 'r-2', userId: 'u-2' }]]));
});

it('gives them to a new account of the place’s name', async () => {
  const sent = await open();
  await userEvent.click(await screen.findByRole('button', { name: /^New account: .?Zoe Blanc/ }));
  await waitFor(() =>
    expect(sent()).toEqual([
      ['POST /api/users', { name: 'Zoe Blanc', asOrganiser: true }],
      ['PUT /api/events/e/points', { placeId: 'r-2', userId: 'u-3' }],
    ]),
  );
});

it.each([
  ['makes the account and chooses it', [LOCKED, MADE], [chosen()], []],
  ['chooses the account that it made', [MADE], [LOCKED, chosen()], []],
  ['says why it made no account', [LOCKED, TAKEN], [], ['The name is taken.']],
])('%s after a password that is asked for meanwhile', async (_, makes, chooses, said) => {
  const [making, choosing] = [[...makes], [...chooses]];
  const sent = await open(
    undefined,
    () => choosing.shift() ?? LOCKED,
    () => making.shift() ?? LOCKED,
  );
  await userEvent.click(await screen.findByRole('button', { name: /^New account: .?Zoe Blanc/ }));
  await sendPassword('secret');
  const calls = [...makes.map(() => 'POST /api/users'), ...chooses.map(() => 'PUT /api/events/e/points')];
  const toApi = () => sent().flatMap(([call]) => (call === 'POST /api/admin/verify' ? [] : [call]));
  await waitFor(() => expect(toApi()).toEqual(calls));
  const toasts = renderHook(useToasts).result;
  const failures = () => toasts.current.flatMap(({ tone, description }) => (tone === 'destructive' ? description : []));
  await waitFor(() => expect(failures()).toEqual(said));
});

it('offers on the line where an account was chosen to choose another', async () => {
  const sent = await open('Change who gets the points of Kay…');
  await userEvent.type(await screen.findByLabelText('Code or name'), 'Zo');
  await userEvent.click(await screen.findByRole('button', { name: /^Zoë Blanc/ }));
  await waitFor(() => expect(sent()).toEqual([['PUT /api/events/e/points', { placeId: 'r-3', userId: 'u-2' }]]));
  screen.getByText(/3rd in Cup: to .?Kim.?, as an organiser chose/);
});
