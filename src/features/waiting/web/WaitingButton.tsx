import { useIsMutating } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { useEventOfForm } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { groupBy } from '#platform/lists.ts';
import { useNow } from '#platform/web/clock.tsx';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { WaitingEntry } from '../contract.ts';
import { canJoinLine, lineWords } from '../rules.ts';
import { joinMutation, useMyEntries } from './queries.ts';

export const WaitingDialogOnDemand = onDemand(() =>
  import('./WaitingDialog.tsx').then((module) => module.WaitingDialog),
);

/** Returns the second control of an event, under its button, and the dialog that `open` opens. */
export function useWaiting(zone: string) {
  const { event, open, close } = useEventOfForm();
  const mine = useMyEntries();
  const pending = useIsMutating(joinMutation) > 0;
  const entries = useMemo(() => groupBy(mine, (entry) => entry.eventId), [mine]);
  const control = useCallback(
    (event: FestivalEvent) => (
      <WaitingControl event={event} entries={entries.get(event.id)} pending={pending} onJoin={open} />
    ),
    [entries, pending, open],
  );
  const dialog = event && (
    <LazyBoundary key={event.id} onMissing={close}>
      <WaitingDialogOnDemand event={event} zone={zone} onClose={close} />
    </LazyBoundary>
  );
  return { control, open, dialog };
}

type WaitingControlProps = {
  event: FestivalEvent;
  /** This device's entries in the line of the event. */
  entries: readonly WaitingEntry[] | undefined;
  pending: boolean;
  onJoin: (eventId: string) => void;
};

/** On a full event: where this device stands in the line, or the button to join it. Both are equally high. */
export function WaitingControl({ event, entries, pending, onJoin }: WaitingControlProps) {
  const now = useNow();
  const festival = useFestival();
  if (!canJoinLine(event, now, { festival })) return null;
  if (entries !== undefined && event.waiting > 0)
    return (
      <p className="flex min-h-11 items-center justify-center text-center font-semibold">{lineWords(entries, event)}</p>
    );
  return (
    <Button
      tone="ghost"
      disabledReason={pending ? 'You are joining the waiting list.' : undefined}
      onClick={() => onJoin(event.id)}
    >
      Join waiting list
    </Button>
  );
}
