import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { ScheduleScreen } from './ScheduleScreen.tsx';

const account = { id: 'u1', name: 'Zoë', score: 0, code: 'ABCDEF' };

it.each([
  ['an account', { accounts: [account], stars: [] }, true],
  ['a star', { accounts: [], stars: ['catan'] }, true],
  ['nothing', { accounts: [], stars: [] }, false],
])('offers another device to a phone that has %s and no place', async (_, { accounts, stars }, isOffered) => {
  answerCalls({
    'GET /api/rsvps/my': () => ({ body: [] }),
    'GET /api/notices/my': () => ({ body: [] }),
    'GET /api/feedback/my': () => ({ body: [] }),
    'GET /api/stars': () => ({ body: stars }),
    'GET /api/users/my': () => ({ body: accounts }),
  });
  renderInPage(<ScheduleScreen zone="America/New_York" />, { events: [shownEvent()] });
  await screen.findByText("You haven't registered for any events yet");
  if (isOffered) await screen.findByRole('button', { name: 'Use on another device' });
  else expect(screen.queryByRole('button', { name: 'Use on another device' })).toBeNull();
});
