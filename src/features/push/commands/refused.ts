/** Counts the messages that push services refuse, for Needs attention. Each instance says what it saw itself. */
import { HOUR } from '#platform/durations.ts';

/** By the end of their hosts' names. Others are not named: a stranger chooses the host of an address. */
const SERVICES = new Map([
  ['apple.com', 'Apple'],
  ['googleapis.com', 'Google'],
  ['mozilla.com', 'Mozilla'],
  ['windows.com', 'Microsoft'],
]);

export type Refused = { readonly service: string; readonly why: string; readonly count: number };

export function refusedSends(now: () => Date) {
  const counts = new Map<string, Refused & { readonly at: number }>();
  const isRecent = ({ at }: { readonly at: number }) => now().getTime() - at < HOUR;
  return {
    add(host: string, why: string): void {
      const service = SERVICES.get(host.split('.').slice(-2).join('.')) ?? 'another service';
      const key = `${service} ${why}`;
      const before = counts.get(key);
      const count = before !== undefined && isRecent(before) ? before.count + 1 : 1;
      counts.set(key, { service, why, count, at: now().getTime() });
    },
    /** Those of services that refused one within the last hour, most first. */
    list: (): Refused[] => [...counts.values()].filter(isRecent).sort((one, other) => other.count - one.count),
  };
}
