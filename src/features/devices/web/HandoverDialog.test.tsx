import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { HandoverDialog } from './HandoverDialog.tsx';

const holdings = Array.from({ length: 9 }, (_, index) => ({
  ...{ id: `p${index}`, playerName: index < 7 ? 'Alex' : 'Sam', title: `Event ${index}` },
  ...{ startTime: '2025-11-13T18:00:00.000Z', waits: false, named: index < 7 },
  ...{ phone: 0, since: '2025-11-10T17:00:00.000Z', lastUsed: '2025-11-13T17:00:00.000Z' },
}));

it('keeps the way to the code in sight below many places, and chooses those of the name', async () => {
  answerCalls({ 'GET /api/handovers/p0': () => ({ body: holdings }) });
  renderInPage(<HandoverDialog id="p0" name="Alex" zone="America/New_York" onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('checkbox', { name: /Event 0/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Event 8/ }));
  const chosen = screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked);
  expect(chosen).toEqual([false, true, true, true, true, true, true, false, true]);
  const footer = screen.getByText('Close', { selector: 'footer *' }).closest('footer');
  within(footer as HTMLElement).getByRole('button', { name: 'Show the code for the new phone' });
});

it('lists each phone apart with its names, since when and its last use, and chooses nothing of another one that has the same name', async () => {
  const [one, two, three] = holdings.slice(0, 3);
  const stranger = { ...two, phone: 1, playerName: 'ALEX', lastUsed: '2025-11-12T15:00:00.000Z' };
  const walkIn = { ...three, phone: null, since: null, lastUsed: null };
  answerCalls({ 'GET /api/handovers/p0': () => ({ body: [one, stranger, walkIn] }) });
  renderInPage(<HandoverDialog id="p0" name="Alex" zone="America/New_York" onClose={() => undefined} />);
  const chosen = async (phone: string) => {
    const section = within(await screen.findByRole('region', { name: phone }));
    return (section.getByRole('checkbox', { name: /Alex/i }) as HTMLInputElement).checked;
  };
  expect([await chosen('Phone 1: Alex'), await chosen('Phone 2: ALEX'), await chosen('Without a phone')]).toEqual([
    true,
    false,
    false,
  ]);
  screen.getByText('Since Nov 10, 12:00 PM, last used Nov 12, 10:00 AM');
});
