import { expect, it } from 'vitest';
import { alarmWarning } from './warnings.ts';

it('alarmWarning names the event and the time in the festival’s zone, and links to its tab', () => {
  const alarm = { eventId: 'catan', title: 'Catan Open', at: '2025-11-14T16:02:00.000Z' };
  expect(alarmWarning(alarm, 'America/New_York')).toEqual({
    id: 'check-in catan',
    text:
      'Someone tried many names with the check-in code of Catan Open (11:02 AM). In QR Check-In, make a new code and undo ' +
      'the check-ins by other phones. Then check people in from the staff list, or let them scan the new code.',
    link: { label: 'QR Check-In', to: '/admin/check-in?event=catan' },
  });
});
