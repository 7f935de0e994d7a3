import { navigate } from 'wouter/use-browser-location';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type { NewToast } from '#platform/web/ui/toast.ts';

/** When this browser last sent its subscription (milliseconds of its clock); nothing while it has none. */
export const RENEWED_AT = 'push';

/** The kinds that were chosen here: the server forgets them with an address that has ended. */
export const CHOSEN_KINDS = 'push kinds';

/** Of My schedule, which opens the dialog. */
export const REMIND = 'remind';

/** Returns what a toast offers after the first place, where this browser is not reminded yet. It never asks by itself. */
export function offerReminders(): Pick<NewToast, 'action' | 'duration'> {
  if (safeStorage.get(RENEWED_AT) !== null) return {};
  const label = 'Remind me on this phone';
  const onPress = () => navigate(`/schedule?${REMIND}`);
  return {
    action: { label, altText: 'Open My schedule and press Remind me on this phone', onPress },
    duration: 15_000,
  };
}
