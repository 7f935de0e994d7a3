import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { AuditEntry, CheckInLine } from '../contract.ts';
import { AuditList } from './AuditList.tsx';

const CHANGE: AuditEntry = {
  ...{ id: 'c-1', at: '2025-11-13T17:00:00.000Z', session: 'a1b2c3d4', action: 'event created', subject: 'Catan' },
  ...{ byName: null, byRole: null, eventId: null, before: null, after: null },
};

const CHANGES = 'GET /api/admin/audit?checkIns=apart';
const LINE: CheckInLine = {
  ...{ eventId: 'e-1', title: 'Uno', location: 'Ballroom A', hour: '2025-11-13T18' },
  ...{ count: 34, lastAt: '2025-11-13T18:40:00.000Z', names: ['Mira'], byUnnamed: false, byCode: true },
};
const answer = (replies: Parameters<typeof answerCalls>[0]) =>
  answerCalls({ 'GET /api/admin/check-ins': () => ({ body: [] }), ...replies });

it('has a line for the check-ins of an hour, with the people one press away', async () => {
  const people = [
    { id: 'p-2', playerName: 'Zoë', at: '2025-11-13T18:40:00.000Z', by: 'owner', name: null },
    { id: 'p-1', playerName: 'Alex', at: '2025-11-13T18:21:00.000Z', by: 'staff', name: 'Mira' },
  ];
  answer({
    [CHANGES]: () => ({ body: [CHANGE] }),
    'GET /api/admin/check-ins': () => ({ body: [LINE] }),
    'GET /api/events/e-1/check-ins?hour=2025-11-13T18': () => ({ body: people }),
    'GET /api/admin/audit?event=e-1&checkIns=apart': () => ({ body: [] }),
    'GET /api/admin/check-ins?event=e-1': () => ({ body: [LINE] }),
  });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  await screen.findByText('34 checked in at Ballroom A, by Mira and the QR code');
  const rows = screen.getAllByRole('article').map(({ textContent }) => textContent);
  expect(rows[0]).toContain('Nov 13, 2025, 1:00 PM to 2:00 PM · Uno');
  expect(rows[1]).toContain('Event created: Catan');
  await userEvent.click(screen.getByText('Who'));
  const list = within(await screen.findByRole('list', { name: 'Checked in' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Zoë, 1:40 PM by the QR code',
    'Alex, 1:21 PM by Mira',
    'and 32 more',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Uno' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
});

it('shows each check-in of a person who is looked for', async () => {
  answer({
    [CHANGES]: () => ({ body: [] }),
    'GET /api/admin/check-ins': () => ({ body: [LINE] }),
    'GET /api/admin/audit?person=A': () => ({ body: [{ ...CHANGE, action: 'checked in by staff', subject: 'Alex' }] }),
  });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  await screen.findByText(/^34 checked in/);
  await userEvent.type(await screen.findByLabelText('Changes of a person'), 'A');
  await screen.findByText('Alex');
  expect(screen.queryByText(/^34 checked in/)).toBeNull();
});

it('keeps the filters when the changes of a person do not load', async () => {
  answer({ [CHANGES]: () => ({ body: [CHANGE] }) });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  const field = await screen.findByLabelText('Changes of a person');
  await userEvent.type(field, 'R');
  await screen.findByText('The changes didn’t load');
  expect(document.activeElement).toBe(screen.getByLabelText('Changes of a person'));
  await userEvent.keyboard('{Backspace}');
  await screen.findByText('Catan');
});

it('says under the field when the person’s name is too long', async () => {
  answer({
    [CHANGES]: () => ({ body: [CHANGE] }),
    [`GET /api/admin/audit?person=${'R'.repeat(60)}`]: () => ({ body: [] }),
  });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  await userEvent.type(await screen.findByLabelText('Changes of a person'), 'R'.repeat(61));
  await screen.findByText('At most 60 characters.');
  await screen.findByText('No changes found');
});

it('says who made a change and as what, and shows only theirs when it is pressed', async () => {
  const made = { ...CHANGE, byName: 'Mira', byRole: 'door' as const };
  answer({
    [CHANGES]: () => ({ body: [made] }),
    'GET /api/admin/audit?session=a1b2c3d4': () => ({ body: [made] }),
  });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Mira, door' }));
  expect(screen.getByTitle('Show all again').textContent).toBe('Mira, door');
});

it('says what has no subject without a colon', async () => {
  const frozen = { ...CHANGE, action: 'standings frozen', subject: '', eventId: null };
  answer({ [CHANGES]: () => ({ body: [frozen] }) });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  expect((await screen.findByRole('heading', { name: /Standings/ })).textContent).toBe('Standings frozen');
});

it('keeps the person when a session is chosen', async () => {
  const body = [CHANGE];
  answer({
    [CHANGES]: () => ({ body }),
    'GET /api/admin/audit?person=R': () => ({ body }),
    'GET /api/admin/audit?person=R&session=a1b2c3d4': () => ({ body: [{ ...CHANGE, subject: 'Chess' }] }),
  });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  await userEvent.type(await screen.findByLabelText('Changes of a person'), 'R');
  await userEvent.click(await screen.findByTitle('Only changes of this session'));
  await screen.findByText('Chess');
});

it('moves the focus to the filters when one is set in the list, and when it is cleared', async () => {
  answer({
    [CHANGES]: () => ({ body: [CHANGE] }),
    'GET /api/admin/audit?session=a1b2c3d4': () => ({ body: [CHANGE] }),
  });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  await userEvent.click(await screen.findByTitle('Only changes of this session'));
  const filters = screen.getByRole('group', { name: 'Filters' });
  expect(document.activeElement).toBe(filters);
  screen.getByLabelText('Changes of a person').focus();
  await userEvent.click(screen.getByTitle('Show all again'));
  expect([document.activeElement, screen.queryByTitle('Show all again')]).toEqual([filters, null]);
});
