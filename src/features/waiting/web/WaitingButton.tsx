import { useIsMutating } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { mayWait } from '#features/events/rules/clock.ts';
import { useEventOfForm } from '#features/events/web/state.ts';
import { drawnAt } from '#features/festival/rules/opening.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { groupBy } from '#platform/lists.ts';
import { isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { tickerTime } from '#platform/time.ts';
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

/** Who asked for places, or when they are drawn. */
function LotteryNote({ event, entries = [] }: Pick<WaitingControlProps, 'event' | 'entries'>) {
  const festival = useFestival();
  const at = drawnAt(festival);
  const now = useNow();
  if (at === null || !mayWait(event, now)) return null;
  const names = listed(entries.map(({ playerName }) => isolated(playerName)));
  return (
    <p className="grid min-h-11 content-center text-center text-pretty">
      {names && <strong className="font-semibold [overflow-wrap:anywhere]">Asked for: {names}</strong>}
      <span className="text-mute">Places are drawn {tickerTime(at, festival.timeZone)}.</span>
    </p>
  );
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
  if (event.lottery) return <LotteryNote event={event} entries={entries} />;
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
