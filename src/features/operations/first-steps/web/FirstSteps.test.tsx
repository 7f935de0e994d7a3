import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { answerCalls, type Reply, renderInPage, shownFestival } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { Settled, Step } from '../rules.ts';
import { FirstSteps } from './FirstSteps.tsx';

const { timeZone: _, ...facts } = shownFestival;
const DESK = { facts, revision: 0, isEdited: false, undoUntil: null, fileLastDay: '2025-11-16' };
const EVENT = shownEvent({ currentRegistrations: 0 });

type Said = {
  events?: readonly FestivalEvent[];
  settled?: { step: Step; as: Settled }[];
  sample?: boolean;
  known?: object;
  desk?: object;
  replies?: Record<string, () => Reply>;
};

function show({ events = [], settled = [], sample = false, known = {}, desk = {}, replies = {} }: Said = {}) {
  const kept = [...settled];
  const heard = answerCalls({
    'GET /api/admin/first-steps': () => ({
      body: { settled: kept, hasOwnPassword: false, publicUrl: null, origin: location.origin, ...known },
    }),
    'GET /api/admin/festival': () => ({ body: { ...DESK, ...desk } }),
    'GET /api/admin/sample': () => ({ body: { sample } }),
    'PUT /api/admin/first-steps': ({ body }) => {
      kept.push(body as { step: Step; as: Settled });
      return { status: 204, touches: 'first steps' };
    },
    ...replies,
  });
  renderInPage(<FirstSteps events={events} hero={null} zone="America/New_York" />, { at: '/admin', admin: true });
  return heard;
}
const steps = () =>
  within(screen.getByRole('region', { name: 'FIRST STEPS' }))
    .getAllByRole('heading', { level: 4 })
    .map((heading) => heading.textContent);
const isOpen = (name: string) => screen.getByRole('button', { name: new RegExp(name) }).getAttribute('aria-expanded');

it('opens the first step, goes on to the next, and keeps what is skipped', async () => {
  const heard = show();
  await screen.findByText('0 OF 5');
  expect(steps()).toEqual([
    '1Keep the admin password',
    '2Say what your festival is',
    '3Bring in the programme',
    '4Check the address for visitors',
    '5Print the poster',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'I have the password' }));
  await screen.findByText('1 OF 5');
  expect(isOpen('Say what')).toBe('true');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Say what your festival is'));
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }));
  await screen.findByText('2 OF 5');
  expect(steps().slice(0, 2)).toEqual(['Keep the admin passwordDone', '2Say what your festival isSkipped']);
  expect(heard.flatMap(({ body }) => body ?? [])).toEqual([
    { step: 'password', as: 'done' },
    { step: 'facts', as: 'skipped' },
  ]);
});

it('stays when somebody takes a place', async () => {
  show({ events: [shownEvent({ currentRegistrations: 1 })] });
  await screen.findByText('1 OF 5');
});

it('takes as done what the data shows', async () => {
  show({
    events: [EVENT],
    desk: { isEdited: true },
    known: { hasOwnPassword: true, publicUrl: 'https://games.example.org' },
  });
  await screen.findByText('4 OF 5');
  expect(isOpen('Print the poster')).toBe('true');
  expect(screen.getByRole('link', { name: 'Open the poster' }).getAttribute('href')).toBe('/print?sheet=festival');
});

it('asks to try an address that is only this browser’s on a phone', async () => {
  show({ known: { origin: 'http://192.168.1.20:3000' } });
  await userEvent.click(await screen.findByRole('button', { name: /Check the address/ }));
  screen.getByText('http://192.168.1.20:3000');
  screen.getByText(/^That is how this browser came here\. Try it on a phone\./);
  screen.getByRole('button', { name: 'My phone opens this address' });
});

const BUT_THE_POSTER = ['password', 'facts', 'programme', 'address'] as const;

it.each<[string, Settled, Said, string]>([
  ['is ready when all is done', 'done', { events: [EVENT] }, 'The festival is ready for its visitors.'],
  [
    'has more to do when a step was skipped',
    'skipped',
    { events: [EVENT] },
    'You can still do what you skipped, in Set up and on the Print page.',
  ],
  ['has no event yet', 'skipped', {}, 'There is no event yet. Create one, or import a programme.'],
])('goes away with the last step, and says that the festival %s', async (_name, as, said, words) => {
  show({ ...said, settled: BUT_THE_POSTER.map((step) => ({ step, as })) });
  await userEvent.click(await screen.findByRole('button', { name: 'I printed the poster' }));
  await screen.findByText(words);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'FIRST STEPS' })).toBeNull());
});

it.each<[string, Said]>([
  ['the festival is the sample', { sample: true }],
  ['an event has begun', { events: [shownEvent({ status: 'in-progress' })] }],
  [
    'all is settled',
    {
      settled: (['password', 'facts', 'programme', 'address', 'poster'] as const).map((step) => ({ step, as: 'done' })),
    },
  ],
  [
    'the session has ended',
    { replies: { 'GET /api/admin/first-steps': () => ({ status: 401, body: { code: 'LOCKED', message: 'No.' } }) } },
  ],
])('is not shown when %s', async (_name, said) => {
  const heard = show(said);
  await waitFor(() => expect(heard).toHaveLength(3));
  await waitFor(() => expect(screen.queryByText('Loading the first steps')).toBeNull());
  expect(screen.queryByRole('region', { name: 'FIRST STEPS' })).toBeNull();
});

it('reports a step that was not kept', async () => {
  show({
    replies: {
      'PUT /api/admin/first-steps': () => ({ status: 503, body: { code: 'BUSY', message: 'Try again soon.' } }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'I have the password' }));
  await screen.findByText('Try again soon.');
  screen.getByText('0 OF 5');
});
