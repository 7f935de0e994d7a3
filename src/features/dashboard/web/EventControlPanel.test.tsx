import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EventControlPanel } from '#features/dashboard/web/EventControlPanel.tsx';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';

const cup = shownEvent({ title: 'Kart Cup', tournamentType: 'double-elimination' });

const open = (at: string, event = cup) => {
  answerCalls({
    'POST /api/events/catan/generate-bracket': () => ({ status: 201, body: shownMatches(['Priya', 'Jo']) }),
    'GET /api/matches?eventId=catan': () => ({ body: shownMatches(['Priya', 'Jo']) }),
  });
  renderInPage(<EventControlPanel zone="America/New_York" />, { at, events: [event], admin: true });
};

it('opens the bracket as soon as it is drawn, on the page of its event', async () => {
  open('/admin/control');
  expect(screen.queryByRole('link', { name: 'Open Bracket: Kart Cup' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Generate Bracket: Kart Cup' }));
  await waitFor(() => expect(location.pathname + location.search).toBe('/admin/events/catan?part=bracket'));
});

it('links to a bracket that was drawn before', () => {
  open('/admin/control', { ...cup, bracketDrawn: true });
  const link = screen.getByRole('link', { name: 'Open Bracket: Kart Cup' });
  expect(link.getAttribute('href')).toBe('/admin/events/catan?part=bracket');
});
