import { act, screen } from '@testing-library/react';
import { it } from 'vitest';
import { reportResponse } from '#platform/web/connection.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { AnotherDeviceDialog } from './AnotherDeviceDialog.tsx';

it('asks for the code again when the connection returns', async () => {
  let isAway = true;
  const reply = (body: unknown) => () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return { body };
  };
  const until = new Date(Date.parse(NOW) + 600_000).toISOString();
  const shown = { code: 'ABCD-2345', address: 'https://festival.example/join', qrCode: 'data:,', until };
  answerCalls({ 'GET /api/devices': reply([]), 'POST /api/devices/code': reply(shown), 'GET /healthz': reply({}) });
  renderInPage(<AnotherDeviceDialog onClose={() => undefined} />);
  await screen.findByText(/This page tries again when the connection returns/);
  isAway = false;
  act(() => reportResponse());
  await screen.findByText('ABCD-2345');
});
