import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PrintPage } from '#features/dashboard/web/PrintPage.tsx';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';

const open = async (sheet: string, events = [shownEvent()]) => {
  answerCalls({ 'GET /api/events': () => ({ body: events }) });
  const page = <PrintPage zone="America/New_York" />;
  await act(async () => void renderInPage(page, { at: `/print?sheet=${sheet}`, events }));
};

it.each([
  ['day', [], 'No events yet', 'There is nothing to print yet.'],
  ['roster', undefined, 'Unlock to see the roster', 'Unlock to print it.'],
  ['posters', undefined, 'Unlock to see the posters', 'Unlock to print it.'],
  ['festival', undefined, 'Unlock to see the poster', 'Unlock to print it.'],
  ['bracket', undefined, 'No bracket yet', 'There is nothing to print yet.'],
])('prints nothing when the sheet %s is only a message', async (sheet, events, message, description) => {
  await open(sheet, events);
  screen.getByText(message);
  screen.getByRole('button', { name: 'Print', description });
});

it.each([
  ['day', 'Thursday, Nov 13'],
  ['doors', 'Ballroom A · Thursday, Nov 13'],
])('prints the sheet %s with headings that say what it is about', async (sheet, about) => {
  await open(sheet);
  screen.getByRole('article');
  screen.getByRole('columnheader', { name: about });
  screen.getByRole('button', { name: 'Print', description: '' });
});

it.each(['day', 'doors'])('prints no draft on the sheet %s', async (sheet) => {
  await open(sheet, [shownEvent(), shownEvent({ id: 'draft', title: 'Secret', location: 'Cellar', draft: true })]);
  screen.getByText('Catan Open', { exact: false });
  expect([screen.queryByText(/Secret/), screen.queryByText(/Cellar/)]).toEqual([null, null]);
});

afterEach(() => void vi.useRealTimers());

it('starts a roster with the next event when an older one has ended, and stays with it when it ends', async () => {
  const at = (id: string, startTime: string) => shownEvent({ id, title: id, startTime });
  const times = ['2025-11-13T15:00:00.000Z', '2025-11-13T19:00:00.000Z', '2025-11-13T23:00:00.000Z'];
  const chosen = () => screen.getByLabelText<HTMLSelectElement>('Event').selectedOptions[0]?.text;
  await open(
    'roster',
    times.map((time, index) => at(['Oldest', 'Next', 'Later'][index] ?? '', time)),
  );
  expect(chosen()).toBe('Next · Nov 13, 2:00 PM');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-13T22:30:00.000Z') });
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(chosen()).toBe('Next · Nov 13, 2:00 PM');
});
