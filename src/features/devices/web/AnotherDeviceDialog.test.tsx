import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { request } from '#platform/web/api.ts';
import { reportResponse } from '#platform/web/connection.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { makeCode } from '../contract.ts';
import { AnotherDeviceDialog } from './AnotherDeviceDialog.tsx';

const until = new Date(Date.parse(NOW) + 600_000).toISOString();
const shown = { code: 'ABCD-2345', address: 'https://festival.example/join', until };

it('asks for the code again when the connection returns', async () => {
  let isAway = true;
  const reply = (body: unknown) => () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return { body };
  };
  answerCalls({ 'GET /api/devices': reply([]), 'POST /api/devices/code': reply(shown), 'GET /healthz': reply({}) });
  renderInPage(<AnotherDeviceDialog onClose={() => undefined} />);
  await screen.findByText(/This page tries again when the connection returns/);
  isAway = false;
  act(() => reportResponse());
  await screen.findByText('ABCD-2345');
});

const Reopened = () => {
  const [isOpen, setOpen] = useState(true);
  if (isOpen) return <AnotherDeviceDialog onClose={() => setOpen(false)} />;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Open again
    </button>
  );
};

it.each([
  ['with', true],
  ['without', false],
])(
  'shows the code for a third device when the second joined while the dialog was closed, %s live messages',
  async (_, isLive) => {
    const device = (id: string) => ({ id, since: NOW, lastSeen: NOW, current: id === 'first' });
    let devices = [device('first')];
    answerCalls({
      'GET /api/devices': () => ({ body: devices }),
      'POST /api/devices/code': () => ({ body: shown, touches: 'devices' }),
    });
    renderInPage(<Reopened />);
    await screen.findByText('ABCD-2345');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    devices = [device('first'), device('second')];
    if (isLive) await act(() => request<typeof makeCode>('POST /api/devices/code'));
    await userEvent.click(screen.getByRole('button', { name: 'Open again' }));
    await screen.findByText('ABCD-2345');
    expect(screen.queryByText('The other device has your places now.')).toBeNull();
    devices = [...devices, device('third')];
    await act(() => request<typeof makeCode>('POST /api/devices/code'));
    await screen.findByText('The other device has your places now.');
  },
);
