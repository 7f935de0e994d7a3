import type { Warning } from '#features/events/contract.ts';
import { DAY, MINUTE } from '#platform/durations.ts';
import { listed } from '#platform/numbers.ts';
import type { StaffScreen } from '../contract.ts';

type Seen = Pick<StaffScreen, 'isPaired' | 'lastSeenAt'>;
const SILENT_MS = 2 * MINUTE;
const ageOf = ({ lastSeenAt }: Pick<Seen, 'lastSeenAt'>, now: string): number =>
  lastSeenAt === null ? 0 : Date.parse(now) - Date.parse(lastSeenAt);

/** A wall that was only opened by its address raises no alarm: anybody may open one, and close it. */
export const isSilent = (screen: Seen, now: string): boolean => screen.isPaired && ageOf(screen, now) > SILENT_MS;

/** Such as a wall whose browser forgot its token. No proof that the wall is on: anybody may open its address. */
export const isShownUnpaired = ({ strangerSeenAt }: Pick<StaffScreen, 'strangerSeenAt'>, now: string): boolean =>
  strangerSeenAt !== null && Date.parse(now) - Date.parse(strangerSeenAt) <= SILENT_MS;

/** One for all of them. After a day a wall was taken down. */
export function silenceWarnings(screens: readonly StaffScreen[], now: string): Warning[] {
  const silent = screens.filter((screen) => isSilent(screen, now) && ageOf(screen, now) < DAY);
  if (silent.length === 0) return [];
  const names = listed(
    silent.map((screen) =>
      isShownUnpaired(screen, now) ? `${screen.name} (shown on a computer that is not paired)` : screen.name,
    ),
  );
  const text = `${silent.length === 1 ? 'A screen was' : 'Screens were'} not heard of for more than two minutes: ${names}. Is the computer on, and does it have network?`;
  return [{ id: 'silent screens', text, link: { label: 'Screens', to: '/admin/screens' } }];
}
