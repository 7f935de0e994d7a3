import { act, screen } from '@testing-library/react';
import { it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { PrintPage } from './PrintPage.tsx';

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

it('prints a day that has events', async () => {
  await open('day');
  screen.getByRole('article');
  screen.getByRole('button', { name: 'Print', description: '' });
});
