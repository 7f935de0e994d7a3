import { z } from 'zod';
import { endpoint, id, maybe, moment, name, text } from '#platform/contract.ts';
import { HELPER_ROLES } from '#platform/staff.ts';

/** Characters. */
const LENGTHS = { location: 120, secret: 100 } as const;
export const MOST_DEVICES = 3;
export const MOST_HELPERS = 200;

const Role = z.enum(HELPER_ROLES);

/** At most one of event and room, neither for the whole festival. `endsAt` is ISO 8601 UTC. */
const desk = {
  name: z.string(),
  role: Role,
  eventId: z.string().nullable(),
  location: z.string().nullable(),
  endsAt: z.string(),
};
export const Desk = z.object(desk);
export type Desk = z.infer<typeof Desk>;

/** Nobody can read the link's secret again. `devices`: where the desk is open, the first opened first. */
export const Helper = z.object({
  id: z.string(),
  ...desk,
  devices: z.array(z.object({ id: z.string(), openedAt: z.string(), lastUsedAt: z.string() })),
});
export type Helper = z.infer<typeof Helper>;

/** Of this browser. An organiser has no end, and a name only if they gave one. */
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
  /** By default two hours after the event, also when it moves; without one 05:00 after the last day. */
  endsAt: maybe(moment()),
});
export type NewHelper = z.output<typeof NewHelper>;

const params = z.object({ id: id() });

const touches = ['helpers', 'audit'] as const;

export const makeHelper = endpoint({
  route: 'POST /api/helpers',
  summary: 'Make a link for a helper. Its secret, after the # of `link`, is shown this once.',
  who: 'admin',
  body: NewHelper,
  answer: z.object({ id: z.string(), ...desk, link: z.string() }),
  status: 201,
  touches,
});

export const listHelpers = endpoint({
  route: 'GET /api/helpers',
  summary: 'The helpers whose links work, or ended less than a day ago, by name.',
  who: 'admin',
  answer: z.array(Helper),
});

export const extendHelper = endpoint({
  route: 'PATCH /api/helpers/{id}',
  summary: 'Change when a helper’s link ends, also of one that has ended. Without `endsAt` as for a new link.',
  who: 'admin',
  params,
  body: z.object({ endsAt: maybe(moment()) }),
  answer: null,
  status: 204,
  touches: ['helpers', 'staff', 'audit'],
});

export const freeDevice = endpoint({
  route: 'DELETE /api/desks/{id}',
  summary: 'Close the desk on one device of a helper. The link stays, and opens on another.',
  who: 'admin',
  params,
  answer: null,
  status: 204,
  touches: ['helpers', 'staff', 'audit'],
});

export const stopHelper = endpoint({
  route: 'DELETE /api/helpers/{id}',
  summary: 'Stop a helper’s link. Desks that are open with it close.',
  who: 'admin',
  params,
  answer: null,
  status: 204,
  touches: ['helpers', 'staff', 'audit'],
});

export const openDesk = endpoint({
  route: 'POST /api/helpers/open',
  summary: 'Open the desk of a helper’s link on this device.',
  who: 'anyone',
  body: z.object({ secret: z.string().max(LENGTHS.secret, `is longer than ${LENGTHS.secret} characters`) }),
  answer: Desk,
  touches: ['helpers'],
});

export const readWork = endpoint({
  route: 'GET /api/staff',
  summary: 'What this browser may do besides what every visitor may; null for nothing.',
  who: 'anyone',
  answer: Work.nullable(),
});

export const leaveWork = endpoint({
  route: 'DELETE /api/staff',
  summary: 'Close the desk, or end the admin session, of this browser.',
  who: 'anyone',
  answer: null,
  status: 204,
  touches: ['helpers'],
});
