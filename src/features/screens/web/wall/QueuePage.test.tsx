import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { QueuePage } from './QueuePage.tsx';

const people = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `${name}${index}`, name: `${name} ${index + 1}`, note: null, position: index + 1 },
    ...{ about: null, state: 'waiting', seen: false, absences: 0 },
  }));

it('shows every queue, however long one is', async () => {
  answerCalls({
    'GET /api/events/karaoke/queue': () => ({ body: people('Singer', 60) }),
    'GET /api/events/vr/queue': () => ({ body: people('Racer', 2) }),
    'GET /api/events/pinball/queue': () => ({ body: [] }),
  });
  const events = ['karaoke', 'vr', 'pinball'].map((id) => shownEvent({ id, title: id, queue: true }));
  renderInPage(<QueuePage events={events} zone="America/New_York" />, { wide: true });
  await screen.findByText('Racer 1');
  await screen.findByText('Singer 1');
  expect(screen.getAllByRole('listitem').length).toBeLessThanOrEqual(6);
});
