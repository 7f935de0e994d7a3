import { z } from 'zod';
import { Problem } from '#features/archive/contract.ts';
import { OwnAccount } from '#features/people/users/contract.ts';
import { endpoint } from '#platform/contract.ts';
import { LARGEST_ATTENDEES_MB } from './limits.ts';

const MIB = 1024 * 1024;
const Attendees = z.object({ csv: z.string().max(LARGEST_ATTENDEES_MB * MIB, 'is too long') });

/** `isNew`: no account has this name yet. `onPhone`: a phone has the account, and gets no other one. */
const Attendee = z.object({ line: z.number(), name: z.string(), isNew: z.boolean(), onPhone: z.boolean() });

export const AttendeesCheck = z.object({
  attendees: z.array(Attendee),
  problems: z.array(Problem),
  ignored: z.array(z.string()),
});
export type AttendeesCheck = z.infer<typeof AttendeesCheck>;

export const checkAttendees = endpoint({
  route: 'POST /api/admin/imports/attendees/check',
  summary: 'Read a list of attendees from CSV: which accounts it would make, and each bad row. Writes nothing.',
  who: 'admin',
  body: Attendees,
  bodyLimit: 2 * LARGEST_ATTENDEES_MB * MIB,
  answer: AttendeesCheck,
  touches: [],
});

export const importAttendees = endpoint({
  route: 'POST /api/admin/imports/attendees',
  summary: 'Give everybody of a list an account with a code, and no phone: all of them, or none when a row is bad.',
  who: 'admin',
  body: Attendees,
  bodyLimit: 2 * LARGEST_ATTENDEES_MB * MIB,
  answer: z.array(OwnAccount),
  status: 201,
  touches: ['users', 'audit'],
});

export const Badge = OwnAccount.extend({ group: z.string(), onPhone: z.boolean() });
export type Badge = z.infer<typeof Badge>;

export const listBadges = endpoint({
  route: 'GET /api/admin/badges',
  summary: 'What is printed on the badges, by name.',
  who: 'admin',
  answer: z.array(Badge),
});
