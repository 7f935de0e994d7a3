import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { EventControlPanel } from './EventControlPanel.tsx';

const cup = shownEvent({ title: 'Kart Cup', tournamentType: 'double-elimination' });

const open = (at: string, event = cup) => {
  answerCalls({
    'POST /api/events/catan/generate-bracket': () => ({ status: 201, body: shownMatches(['Priya', 'Jo']) }),
    'GET /api/matches?eventId=catan': () => ({ body: shownMatches(['Priya', 'Jo']) }),
  });
  renderInPage(<EventControlPanel zone="America/New_York" />, { at, events: [event], admin: true });
};

it('opens the bracket as soon as it is drawn, at its own address, and leads back', async () => {
  open('/admin/control');
  expect(screen.queryByRole('link', { name: 'Open Bracket: Kart Cup' })).toBeNull();
  expect(screen.queryByText(/no longer there/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Generate Bracket: Kart Cup' }));
  await screen.findByRole('button', { name: /^Winners final: Priya against Jo, ready now/ });
  expect(location.search).toBe('?bracket=catan');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Kart Cup' }));
  await userEvent.click(screen.getByRole('link', { name: 'Event Control' }));
  screen.getByRole('heading', { level: 2, name: 'Event Control' });
});

it('opens a bracket that was drawn before', async () => {
  open('/admin/control', { ...cup, bracketDrawn: true });
  await userEvent.click(screen.getByRole('link', { name: 'Open Bracket: Kart Cup' }));
  await screen.findByRole('button', { name: /^Winners final: / });
});

it('shows the list with a message when the tournament does not exist', () => {
  open('/admin/control?bracket=gone');
  screen.getByRole('heading', { level: 2, name: 'Event Control' });
  screen.getByText(/^That event is no longer there: it has been deleted\./);
});

it('closes the bracket of a deleted event with a message', async () => {
  let events = [{ ...cup, bracketDrawn: true }];
  answerCalls({
    'GET /api/events': () => ({ body: events }),
    'GET /api/matches?eventId=catan': () => ({ body: shownMatches(['Priya', 'Jo']) }),
    'PATCH /api/matches/catan_W1-1/score': () => {
      events = [];
      return { status: 404, body: { code: 'NOT_FOUND', message: 'There is no such match.' } };
    },
  });
  renderInPage(<EventControlPanel zone="America/New_York" />, {
    at: '/admin/control?bracket=catan',
    events,
    admin: true,
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Winners final: .* score$/ }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Priya' }), '2');
  await userEvent.type(screen.getByRole('textbox', { name: 'Jo' }), '1');
  await userEvent.click(screen.getByRole('button', { name: 'Save Result' }));
  await screen.findByText(/^That event is no longer there: it has been deleted\./);
  expect(screen.queryByRole('dialog')).toBeNull();
  await screen.findByText('Failed to update score. Please try again.');
});
