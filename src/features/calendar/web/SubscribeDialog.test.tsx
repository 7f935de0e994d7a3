import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { Button } from '#platform/web/ui/button.tsx';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { SubscribeDialog, subscriptionQuery } from './SubscribeDialog.tsx';

const subscription = (token: string) => ({
  body: { address: `https://fest.example/calendar/${token}.ics` },
});

function Opened() {
  const [isOpen, setOpen] = useState(true);
  if (isOpen) return <SubscribeDialog onClose={() => setOpen(false)} />;
  return <Button onClick={() => setOpen(true)}>Open again</Button>;
}

const open = (read: () => Reply, renew: () => Reply = () => subscription('second'), beside: ReactNode = null) => {
  answerCalls({ 'GET /api/calendar/subscription': read, 'POST /api/calendar/subscription': renew });
  renderInPage(
    <>
      <Opened />
      {beside}
    </>,
  );
};
const address = () => (screen.getByLabelText('Or add this address by hand') as HTMLInputElement).value;

it('links to the calendar app, shows the address and its code, and copies it', async () => {
  open(() => subscription('first'));
  const link = await screen.findByRole('link', { name: 'Open in my calendar app' });
  expect(link.getAttribute('href')).toBe('webcal://fest.example/calendar/first.ics');
  screen.getByRole('img', { name: 'QR code of the address' });
  expect(screen.getByRole('link', { name: 'The whole programme as a calendar' }).getAttribute('href')).toBe(
    '/calendar.ics',
  );
  // Gives the page a clipboard.
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Address copied');
  expect(await navigator.clipboard.readText()).toBe('https://fest.example/calendar/first.ics');
});

it('asks before it makes a new address', async () => {
  open(() => subscription('first'));
  await userEvent.click(await screen.findByRole('button', { name: 'New address' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep this address' }));
  expect(address()).toContain('first');
  await userEvent.click(screen.getByRole('button', { name: 'New address' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, make a new address' }));
  await waitFor(() => expect(address()).toBe('https://fest.example/calendar/second.ics'));
  await screen.findByText('The earlier one shows nothing any more.');
});

it('keeps the address when no new one comes, and says so', async () => {
  open(
    () => subscription('first'),
    () => ({ status: 503 }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'New address' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, make a new address' }));
  await screen.findByText('The address is as before. Please try again.');
  expect(address()).toContain('first');
});

/** Keeps the last answer, as a quick reopening does. */
const Kept = () => void useQuery({ ...subscriptionQuery, enabled: false });

it('asks for the address at each opening, because another device may have made the last one void', async () => {
  let token = 'first';
  open(() => subscription(token), undefined, <Kept />);
  await screen.findByRole('link', { name: 'Open in my calendar app' });
  expect(address()).toContain('first');
  token = 'second';
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Open again' }));
  await waitFor(() => expect(address()).toContain('second'));
});
