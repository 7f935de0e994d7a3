import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { staffPlace } from '#testing/staff-place.ts';
import { userEvent } from '#testing/user-event.ts';
import { AbsentPeople } from './AbsentPeople.tsx';

it('checks in one of those who are missing, and shows nobody else', async () => {
  const heard = answerCalls({
    'GET /api/events/catan/rsvps': () => ({ body: ['Ada', 'Bo', 'Cy'].map((name) => staffPlace(name)) }),
    'PUT /api/rsvps/Bo/check-in': () => ({ body: { ...staffPlace('Bo'), checkedIn: true } }),
  });
  renderInPage(<AbsentPeople event={shownEvent({})} placeIds={['Ada', 'Bo']} />, { admin: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Check in Bo' }));
  await screen.findByText('In');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['AdaCheck in', 'BoIn']);
  expect(heard.map(({ call }) => call)).toContain('PUT /api/rsvps/Bo/check-in');
});
