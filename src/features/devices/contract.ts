import { z } from 'zod';
import { TYPED_CODE_LIMIT } from '#platform/codes.ts';
import { endpoint, id, moment } from '#platform/contract.ts';
import { MOST_HANDED_OVER } from './limits.ts';

export const OwnDevice = z.object({
  id: z.string(),
  since: moment(),
  /** Accurate to an hour. */
  lastSeen: moment(),
  current: z.boolean(),
});
export type OwnDevice = z.infer<typeof OwnDevice>;

export const ShownCode = z.object({
  code: z.string(),
  address: z.string(),
  until: moment(),
});
export type ShownCode = z.infer<typeof ShownCode>;

export const Joined = z.object({
  kind: z.enum(['join', 'handover']),
  people: z.array(z.object({ name: z.string(), places: z.int(), waits: z.int() })),
});
export type Joined = z.infer<typeof Joined>;

export const listMyDevices = endpoint({
  route: 'GET /api/devices',
  summary: 'The devices of this visitor; none without a cookie.',
  who: 'anyone',
  answer: z.array(OwnDevice),
});

export const removeDevice = endpoint({
  route: 'DELETE /api/devices/{id}',
  summary: 'Remove a device of this visitor: at its next request it is a stranger.',
  who: 'owner',
  params: z.object({ id: id() }),
  answer: null,
  status: 204,
  touches: ['devices'],
});

export const makeCode = endpoint({
  route: 'POST /api/devices/code',
  summary:
    'Make a code with which another device joins this visitor, once, within 10 minutes; null for an organiser who is none.',
  who: 'visitor',
  bodiless: true,
  answer: ShownCode.nullable(),
  touches: [],
});

export const join = endpoint({
  route: 'POST /api/devices/join',
  summary:
    'Join the visitor who shows this code, with everything of this device, or take over what an organiser hands over.',
  who: 'anyone',
  body: z.object({ code: z.string().max(TYPED_CODE_LIMIT, `is longer than ${TYPED_CODE_LIMIT} characters`) }),
  answer: Joined,
  touches: ['visitor'],
  idempotent: true,
});

export const Holding = z.object({
  id: z.string(),
  playerName: z.string(),
  title: z.string(),
  startTime: moment(),
  waits: z.boolean(),
  /** It has the name that was asked for. */
  named: z.boolean(),
  /** 0 is that of the place or user asked for, the others are numbered from 1, the last used first; null for none. */
  phone: z.int().nullable(),
  since: moment().nullable(),
  /** Accurate to an hour; null without a phone. */
  lastUsed: moment().nullable(),
});
export type Holding = z.infer<typeof Holding>;

export const listHoldings = endpoint({
  route: 'GET /api/handovers/{id}',
  summary:
    'What can be handed over with this place or user: what is under the name, and what else is on the same phone.',
  who: 'admin',
  params: z.object({ id: id() }),
  answer: z.array(Holding),
});

export const offerHandover = endpoint({
  route: 'POST /api/handovers',
  summary: 'Make a code with which a phone takes over these places and waiting entries, once, within 10 minutes.',
  who: 'admin',
  body: z.object({ ids: z.array(id()).min(1).max(MOST_HANDED_OVER) }),
  answer: ShownCode,
  touches: [],
});
