/** Apart from the facts' other rules, which bring zod: browsers ask these. */
import { MINUTE } from '#platform/durations.ts';
import type { Festival } from '../contract.ts';

/** Until when visitors see no event; null when they do. */
export const closedUntil = ({ opensAt }: Pick<Festival, 'opensAt'>, now: Date): string | null =>
  opensAt && opensAt > now.toISOString() ? opensAt : null;

/** When visitors can take places: not before the programme opens. Null for at once. */
export function placesFrom({ opensAt, registrationOpensAt }: Pick<Festival, 'opensAt' | 'registrationOpensAt'>) {
  const moments = [opensAt, registrationOpensAt].flatMap((moment) => moment ?? []);
  return moments.sort().at(-1) ?? null;
}

/** So long after places open, those of events with a draw are drawn. */
const ASKED_MS = 10 * MINUTE;

/** When places are drawn; null while no moment says when they open. */
export function drawnAt(facts: Pick<Festival, 'opensAt' | 'registrationOpensAt'>): string | null {
  const from = placesFrom(facts);
  return from && new Date(Date.parse(from) + ASKED_MS).toISOString();
}
