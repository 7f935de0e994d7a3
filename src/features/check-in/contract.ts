import { z } from 'zod';
import { Answers, CheckedInBy } from '#features/rsvps/contract.ts';
import { TYPED_CODE_LIMIT } from '#platform/codes.ts';
import { endpoint, id, moment, name } from '#platform/contract.ts';
import { DOOR } from '#platform/staff.ts';
import { UNDO_MINUTES } from './rules/codes.ts';

export const checkIn = endpoint({
  route: 'POST /api/check-in',
  summary: 'Check in to the event of a QR code, by the registered name.',
  who: 'anyone',
  body: z.object({ token: z.string().min(1, 'is missing'), playerName: name() }),
  answer: z.object({ message: z.string() }),
  touches: ['rsvps'],
});

/** A PNG data URL. */
const QrCode = z.object({ qrCode: z.string() });
const params = z.object({ id: id() });

export const readQrCode = endpoint({
  route: 'GET /api/events/{id}/qr-code',
  summary: 'The event’s check-in code.',
  who: 'admin',
  helpers: { roles: DOOR, id: 'event' },
  params,
  answer: QrCode,
});

export const renewQrCode = endpoint({
  route: 'POST /api/events/{id}/qr-code',
  summary: 'A new check-in code; older ones are void.',
  who: 'admin',
  params,
  bodiless: true,
  answer: QrCode,
  touches: ['qr-code'],
});

/** ISO 8601 UTC. */
export const StaffRsvp = z.object({
  id: z.string(),
  eventId: z.string(),
  playerName: z.string(),
  playerEmail: z.string().optional(),
  checkedIn: z.boolean(),
  checkedInAt: z.string().nullable(),
  /** Null when not checked in, and for check-ins before schema version 7. */
  checkedInBy: CheckedInBy.nullable(),
  /** Null where staff gave no name, or a later tap decided. */
  checkedInByName: z.string().nullable(),
  createdAt: z.string(),
  answers: Answers.exactOptional(),
});
export type StaffRsvp = z.infer<typeof StaffRsvp>;

export const listEventRsvps = endpoint({
  route: 'GET /api/events/{id}/rsvps',
  summary: 'Everybody registered for an event, by name.',
  who: 'admin',
  helpers: { roles: DOOR, id: 'event' },
  params,
  query: z.object({
    /** Only the place of the account with this code, typed or scanned. */
    code: z.string().max(TYPED_CODE_LIMIT).optional(),
  }),
  answer: z.array(StaffRsvp),
});

const TapInput = z.object({
  /** So that the phone may send the tap again. */
  tapId: z.uuid().optional(),
  /** The server's clock at the tap, if it had to wait for a network. */
  madeAt: moment().optional(),
});
const PlaceTapInput = TapInput.extend({
  /** Where the tap was made; a place that was moved since is not changed. */
  eventId: id().optional(),
});
export type TapInput = z.infer<typeof TapInput>;
export type PlaceTapInput = z.infer<typeof PlaceTapInput>;

export const addWalkIn = endpoint({
  route: 'POST /api/events/{id}/rsvps',
  summary: 'Register somebody at the door and check them in, while there is room.',
  who: 'admin',
  helpers: { roles: DOOR, id: 'event' },
  params,
  body: TapInput.extend({ playerName: name(), answers: Answers.optional() }),
  answer: StaffRsvp,
  status: 201,
  touches: ['events', 'rsvps'],
});

/** The bracket was drawn without this player, who is checked in. */
const TappedRsvp = StaffRsvp.extend({ leftOut: z.literal(true).optional() });
export type TappedRsvp = z.infer<typeof TappedRsvp>;

export const checkInByStaff = endpoint({
  route: 'PUT /api/rsvps/{id}/check-in',
  summary: 'Check a place in by hand. The answer says how the place is now: a later undo wins.',
  who: 'admin',
  helpers: { roles: DOOR, id: 'place' },
  params,
  body: PlaceTapInput,
  bodyOptional: true,
  answer: TappedRsvp,
  touches: ['rsvps'],
});

export const undoCheckIn = endpoint({
  route: 'DELETE /api/rsvps/{id}/check-in',
  summary: 'Take back the check-ins of a place that were made before.',
  who: 'admin',
  helpers: { roles: DOOR, id: 'place' },
  params,
  body: PlaceTapInput,
  bodyOptional: true,
  answer: TappedRsvp,
  touches: ['rsvps'],
});

export const undoCheckInsByCode = endpoint({
  route: 'POST /api/events/{id}/undo-check-ins',
  summary: 'Take back the check-ins that other devices made with the event’s code during the last minutes.',
  who: 'admin',
  params,
  body: z.object({ minutes: z.literal(UNDO_MINUTES) }),
  answer: z.object({ undone: z.number() }),
  touches: ['rsvps'],
});
