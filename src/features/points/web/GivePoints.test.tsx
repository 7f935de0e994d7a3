import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { GivePoints } from './GivePoints.tsx';

it('asks a helper who types too many points, and gives them when they say so', async () => {
  const bodies: unknown[] = [];
  const message = '+5,000 is more than 100 points at once. Organisers will see it.';
  answerCalls({
    'GET /api/standings/freeze': () => ({ body: { frozen: false, at: null, to: null, places: [] } }),
    'POST /api/users/u-1/points': ({ body }) => {
      bodies.push(body);
      return bodies.length === 1
        ? { status: 409, body: { code: 'MANY_POINTS', message } }
        : { status: 201, body: { points: 5000 } };
    },
  });
  renderInPage(<GivePoints user={{ id: 'u-1', name: 'Rosa' }} />, { admin: true });
  await userEvent.type(screen.getByLabelText('+ points'), '5000');
  await userEvent.type(screen.getByLabelText('Why'), 'Won');
  await userEvent.click(screen.getByRole('button', { name: 'Give points' }));
  await screen.findByText(message);
  await userEvent.click(screen.getByRole('button', { name: 'Give them' }));
  await waitFor(() => expect(bodies[1]).toEqual({ points: 5000, reason: 'Won', evenMany: true }));
});
