import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { channel } from '#platform/web/channel.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type { NewToast } from '#platform/web/ui/toast.ts';

/** When this browser last sent its subscription (milliseconds of its clock); nothing while it has none. */
export const RENEWED_AT = 'push';

/** The kinds that were chosen here: the server forgets them with an address that has ended. */
export const CHOSEN_KINDS = 'push kinds';

/** Set while this browser's reminders have ended otherwise than by *Stop*. */
const ENDED = 'push ended';
const changes = channel();

export function noteEnded(hasEnded: boolean): void {
  if ((safeStorage.get(ENDED) !== null) === hasEnded) return;
  safeStorage.set(ENDED, hasEnded ? '1' : null);
  changes.tell();
}

/** Of My schedule, which opens the dialog. */
export const REMIND = 'remind';
/** Of My schedule, which opens the calendar's dialog. */
export const SUBSCRIBE = 'subscribe';

const isDenied = (): boolean => 'Notification' in globalThis && Notification.permission === 'denied';

/** Whether this browser may be asked for reminders, and whether those that it had have ended. */
export function useReminders(): { readonly mayAsk: boolean; readonly haveEnded: boolean } {
  const seen = () => `${isDenied()} ${safeStorage.get(ENDED) !== null}`;
  const [denied, ended] = useSyncExternalStore(changes.listen, seen, () => 'false false').split(' ');
  return { mayAsk: denied === 'false', haveEnded: ended === 'true' };
}

/** Returns what a toast offers after the first place, where this browser is not reminded yet: the calendar where it blocks reminders. It never asks by itself. */
export function offerReminders(): Pick<NewToast, 'action' | 'duration'> {
  if (safeStorage.get(RENEWED_AT) !== null) return {};
  const [label, dialog] = isDenied() ? ['Put into my calendar', SUBSCRIBE] : ['Remind me on this phone', REMIND];
  const onPress = () => navigate(`/schedule?${dialog}`);
  return { action: { label, altText: `Open My schedule and press ${label}`, onPress }, duration: 15_000 };
}
