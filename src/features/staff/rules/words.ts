import { isolated } from '#platform/isolated.ts';
import { HELPER_ROLES, type HelperRole, type Staff } from '#platform/staff.ts';
import type { Desk } from '../contract.ts';

const ROLE_WORDS = {
  organiser: 'Organiser',
  door: 'Door',
  judge: 'Judge',
  host: 'Host',
  points: 'Points',
} as const satisfies Record<Staff['role'], string>;

export const roleWords = (role: Staff['role']): string => ROLE_WORDS[role];

/** What each role does, as the organiser who makes the link reads it. */
export const DOES: Readonly<Record<HelperRole, string>> = {
  door: 'checks people in and adds walk-ins, without seeing emails',
  judge: 'enters results and forfeits',
  host: 'all that door and judge do; starts and completes events, and says how late they are',
  points: 'approves claims of missions, and gives points to people who show their code',
};

export const ROLE_OPTIONS = HELPER_ROLES.map((role) => ({
  value: role,
  label: ROLE_WORDS[role],
}));

type Where = Pick<Desk, 'eventId' | 'location'>;

/** Where a helper works; an event that is gone has no title. */
export const whereWords = ({ eventId, location }: Where, titleOf: (eventId: string) => string | undefined): string =>
  eventId === null ? (location ?? 'Whole festival') : (titleOf(eventId) ?? 'an event that is gone');

/** 'Door · Ballroom A · Mira' */
export const deskWords = (
  { role, name, ...where }: Pick<Desk, 'role' | 'name'> & Where,
  titleOf: (id: string) => string | undefined,
): string => [roleWords(role), isolated(whereWords(where, titleOf)), isolated(name)].join(' · ');

export const devicesWords = (devices: number): string =>
  devices === 0 ? 'not opened yet' : `on ${devices} ${devices === 1 ? 'device' : 'devices'}`;
