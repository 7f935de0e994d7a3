import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { AuditEntry } from '../contract.ts';
import { AuditList } from './AuditList.tsx';

const CHANGE: AuditEntry = {
  ...{ id: 'c-1', at: '2025-11-13T17:00:00.000Z', session: 'a1b2c3d4', action: 'event created', subject: 'Catan' },
  ...{ byName: null, byRole: null, eventId: null, before: null, after: null },
};

const CHANGES = 'GET /api/admin/audit?checkIns=apart';

it('says what changed as before and after in words', async () => {
  const sides = {
    before: { status: 'upcoming', points: null },
    after: { status: 'in-progress', points: { places: [5, 3] } },
  };
  answerCalls({ [CHANGES]: () => ({ body: [{ ...CHANGE, action: 'event edited', ...sides }] }) });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  await screen.findByText('Catan');
  const said = within(screen.getByRole('article')).getAllByRole('listitem');
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'status: upcoming →  became in progress',
    'points, by place: 5, 3',
  ]);
});

it('asks for check-ins too once the list is narrowed, and says so', async () => {
  answerCalls({
    [CHANGES]: () => ({ body: [CHANGE] }),
    'GET /api/admin/audit?person=A': () => ({ body: [{ ...CHANGE, action: 'checked in by staff', subject: 'Alex' }] }),
  });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  await screen.findByText('Catan');
  screen.getByText('Check-ins are listed for a person, an event or a session.');
  await userEvent.type(await screen.findByLabelText('Changes of a person'), 'A');
  await screen.findByText('Alex');
  expect(screen.queryByText(/^Check-ins are listed/)).toBeNull();
});

it('keeps the filters when the changes of a person do not load', async () => {
  answerCalls({ [CHANGES]: () => ({ body: [CHANGE] }) });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  const field = await screen.findByLabelText('Changes of a person');
  await userEvent.type(field, 'R');
  await screen.findByText('The changes didn’t load');
  expect(document.activeElement).toBe(screen.getByLabelText('Changes of a person'));
  await userEvent.keyboard('{Backspace}');
  await screen.findByText('Catan');
});

it('says under the field when the person’s name is too long', async () => {
  answerCalls({
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
  answerCalls({
    [CHANGES]: () => ({ body: [made] }),
    'GET /api/admin/audit?session=a1b2c3d4': () => ({ body: [made] }),
  });
  renderInPage(<AuditList zone="America/New_York" />, { admin: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Mira, door' }));
  expect(screen.getByTitle('Show all again').textContent).toBe('Mira, door');
});

it('keeps the person when a session is chosen', async () => {
  const body = [CHANGE];
  answerCalls({
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
  answerCalls({
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
