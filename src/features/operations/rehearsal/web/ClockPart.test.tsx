import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { HOUR } from '#platform/durations.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { ClockForm, useIsRehearsal } from './ClockPart.tsx';

const ClockPart = () => useIsRehearsal() && <ClockForm zone={ZONE} />;

const ZONE = 'America/New_York';
const MOVE = 'PUT /api/rehearsal/clock';

/** As the server marks the pages of a rehearsal. */
function mark(): void {
  const meta = document.createElement('meta');
  meta.name = 'rehearsal';
  meta.content = '0';
  document.head.append(meta);
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] });
  unlocked();
  return () => document.querySelector('meta[name="rehearsal"]')?.remove();
});

it('is not there without a rehearsal', () => {
  renderInPage(<ClockPart />);
  expect(screen.queryByLabelText('The festival’s clock')).toBeNull();
});

it('moves the clock one hour on, and to a typed time', async () => {
  mark();
  const heard = answerCalls({ [MOVE]: () => ({ body: { aheadMs: HOUR, shows: 'Friday, Nov 14, 1:00 PM' } }) });
  renderInPage(<ClockPart />);
  await userEvent.click(await screen.findByRole('button', { name: 'One hour on' }));
  await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ to: later(1) }]));
  fireEvent.change(screen.getByLabelText('The festival’s clock'), { target: { value: '2025-11-15T20:00' } });
  await userEvent.click(screen.getByRole('button', { name: 'Move the clock' }));
  await waitFor(() => expect(heard.at(-1)?.body).toEqual({ to: '2025-11-16T01:00:00.000Z' }));
});

const later = (hours: number): string => new Date(Date.parse(NOW) + hours * HOUR).toISOString();

it('says why the clock did not move', async () => {
  mark();
  const problem = { code: 'BAD_INPUT', message: 'The festival’s clock has passed that time; it only goes forward.' };
  answerCalls({ [MOVE]: () => ({ status: 400, body: problem }) });
  renderInPage(<ClockPart />);
  await userEvent.click(await screen.findByRole('button', { name: 'One hour on' }));
  expect((await screen.findByText(/has passed/)).textContent).toBe(problem.message);
});
