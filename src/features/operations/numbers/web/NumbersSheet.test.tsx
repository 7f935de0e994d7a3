import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import type { Numbers } from '../contract.ts';
import { NumbersSheet } from './NumbersSheet.tsx';

const counts = (name: string) => ({ name, places: 4, shows: 3, noShows: 1, waiting: 2 });
const NUMBERS: Numbers = {
  events: [{ ...counts('Catan'), id: 'catan', startTime: '2025-11-14T17:00:00.000Z' }],
  rooms: [counts('Ballroom A')],
  hours: [counts('00:00'), counts('15:00')],
  types: [counts('Board game')],
  people: { names: 4, accounts: 2, phones: 3 },
  points: [{ by: null, entries: 1, points: 7 }],
};

it('counts by event, room, hour as a clock has it, type, and who gave points', async () => {
  answerCalls({ 'GET /api/admin/numbers': () => ({ body: NUMBERS }) });
  renderInPage(<NumbersSheet stamp="now" />, { admin: true });
  await screen.findByText(/^4 names with a place/);
  const rows = screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  const said = (name: string) => [name, '4', '3', '1', '2'];
  for (const name of ['Catan', 'Ballroom A', '12:00 AM', '3:00 PM', 'Board game'])
    expect(rows).toContainEqual(said(name));
  expect(rows).toContainEqual(['without a name', '1', '7']);
});

it('says that the numbers did not load', async () => {
  answerCalls({ 'GET /api/admin/numbers': () => ({ status: 503 }) });
  renderInPage(<NumbersSheet stamp="now" />, { admin: true });
  await screen.findByText('The numbers didn’t load');
});
