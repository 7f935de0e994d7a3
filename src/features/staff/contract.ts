import { z } from 'zod';
import { endpoint, id, maybe, moment, name, text } from '#platform/contract.ts';
import { HELPER_ROLES } from '#platform/staff.ts';
import { LENGTHS } from './limits.ts';

const Role = z.enum(HELPER_ROLES);

/** Where somebody works: at most one of event and room, neither for the whole festival. `endsAt` is ISO 8601 UTC. */
const desk = {
  name: z.string(),
  role: Role,
  eventId: z.string().nullable(),
  location: z.string().nullable(),
  endsAt: z.string(),
};
/** What a helper's link opens. */
export const Desk = z.object(desk);
export type Desk = z.infer<typeof Desk>;

/** Without the secret of the link, which nobody can read again. `devices`: on how many the desk is open. */
export const Helper = z.object({ id: z.string(), ...desk, lastUsedAt: z.string().nullable(), devices: z.number() });
export type Helper = z.infer<typeof Helper>;

/** What this browser may do. An organiser has no end, and a name only if they gave one. */
export const Work = z.object({
  ...desk,
  name: z.string().nullable(),
  role: z.enum(['organiser', ...HELPER_ROLES]),
  endsAt: z.string().nullable(),
});
export type Work = z.infer<typeof Work>;

export const NewHelper = z.object({
  name: name(),
  role: Role,
  eventId: id().nullish(),
  location: text(LENGTHS.location, 1).nullish(),
  /** Two hours after the event, or the end of the festival day, where it is left out. */
  endsAt: maybe(moment()),
});
export type NewHelper = z.output<typeof NewHelper>;

const touches = ['helpers', 'audit'] as const;

export const makeHelper = endpoint({
  call: 'POST /api/helpers',
  summary: 'Make a link for a helper. Its secret, after the # of `link`, is shown this once.',
  who: 'admin',
  body: NewHelper,
  answer: z.object({ id: z.string(), ...desk, link: z.string() }),
  status: 201,
  touches,
});

export const listHelpers = endpoint({
  call: 'GET /api/helpers',
  summary: 'The helpers whose links work, by name.',
  who: 'admin',
  answer: z.array(Helper),
});

export const stopHelper = endpoint({
  call: 'DELETE /api/helpers/{id}',
  summary: 'Stop a helper’s link. Desks that are open with it close.',
  who: 'admin',
  params: z.object({ id: id() }),
  answer: null,
  status: 204,
  touches: ['helpers', 'staff', 'audit'],
});

export const openDesk = endpoint({
  call: 'POST /api/helpers/open',
  summary: 'Open the desk of a helper’s link on this device.',
  who: 'anyone',
  body: z.object({ secret: z.string().max(LENGTHS.secret, `is longer than ${LENGTHS.secret} characters`) }),
  answer: Desk,
  touches: ['helpers'],
});

export const readWork = endpoint({
  call: 'GET /api/staff',
  summary: 'What this browser may do besides what every visitor may; null for nothing.',
  who: 'anyone',
  answer: Work.nullable(),
});

export const leaveWork = endpoint({
  call: 'DELETE /api/staff',
  summary: 'Close the desk, or end the admin session, of this browser.',
  who: 'anyone',
  answer: null,
  status: 204,
  touches: ['helpers'],
});
