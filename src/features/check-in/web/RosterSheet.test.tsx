import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Question } from '#features/events/contract.ts';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { staffPlace } from '#testing/staff-place.ts';
import { RosterSheet } from './RosterSheet.tsx';

it('says that an event is late beside its planned time', async () => {
  answerCalls({ 'GET /api/events/catan/rsvps': () => ({ body: [] }) });
  renderInPage(<RosterSheet event={shownEvent({ lateMinutes: 25 })} zone="America/New_York" stamp="now" />);
  await screen.findByText('Thursday, Nov 13 · 3:00–5:00 PM, about 25 min late · Ballroom A');
});

it('names its event in the headings, which every page repeats', async () => {
  answerCalls({ 'GET /api/events/catan/rsvps': () => ({ body: [] }) });
  renderInPage(<RosterSheet event={shownEvent()} zone="America/New_York" stamp="now" />);
  const table = await screen.findByRole('table');
  // For Safari, which does not repeat headings.
  expect(table.style.getPropertyValue('--about')).toBe('"Catan Open · Thursday, Nov 13"');
  expect([1, 2, 3].map((column) => table.style.getPropertyValue(`--column-${column}`))).toEqual(['10mm', '', '35%']);
  const headings = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(headings).toEqual(['Catan Open · Thursday, Nov 13', 'Here', 'Name', 'Notes']);
});

it('has a column for each question, also in the empty lines for walk-ins', async () => {
  const questions: Question[] = [{ id: 'age', label: 'Age', kind: 'number', required: true }];
  const rsvps = [{ ...staffPlace('Alex'), answers: { age: 12 } }, staffPlace('Bo')];
  answerCalls({ 'GET /api/events/catan/rsvps': () => ({ body: rsvps }) });
  renderInPage(<RosterSheet event={shownEvent({ questions })} zone="America/New_York" stamp="now" />);
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row');
  const cells = rows.slice(-10).map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));
  expect(cells.slice(0, 3).map(([, ...rest]) => rest)).toEqual([
    ['Alex', '12', ''],
    ['Bo', '', ''],
    ['', '', ''],
  ]);
});
