import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { clockTime } from '#platform/time.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DismissLine } from '#platform/web/ui/dismiss-line.tsx';
import { sentenceOfEnd } from '#platform/web/unsent.ts';
import { dropUnsent } from '#platform/web/unsent-writes.ts';
import { type DoorTap, isoOf } from '../../rules/taps.ts';
import { useTaps } from './taps.ts';

const ACTS = { in: 'Check-in', undo: 'Undo of a check-in', walkIn: 'Walk-in' } as const;
const actOf = ({ placeId, checksIn }: DoorTap) => ACTS[placeId === null ? 'walkIn' : checksIn ? 'in' : 'undo'];

/** Taps that were sent late and could not be applied as they were made, until the organiser dismisses them. */
export function EndedTaps({ eventId, zone }: { eventId: string; zone: string }) {
  const { ended } = useTaps();
  const box = useRef<HTMLElement>(null);
  if (ended.length === 0) return null;
  const dismiss = async (ids: readonly string[]) => {
    await dropUnsent(({ id }) => ids.includes(id));
    // The dismissed rows leave the page before the focus moves.
    flushSync(() => undefined);
    (box.current?.querySelector('button') ?? document.getElementById('main'))?.focus({ preventScroll: true });
  };
  return (
    <section
      ref={box}
      aria-labelledby="ended-taps"
      className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-xl border border-coral/60 p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h4 id="ended-taps" role="status" className="font-semibold">
          {ended.length === 1 ? '1 late check-in needs attention' : `${ended.length} late check-ins need attention`}
        </h4>
        {ended.length > 1 && (
          <Button tone="ghost" onClick={() => void dismiss(ended.map(({ id }) => id))}>
            Dismiss all
          </Button>
        )}
      </div>
      <ul className="grid divide-y divide-line">
        {ended.map(({ id, body, end }) => (
          <DismissLine key={id} label={body.playerName} onDismiss={() => void dismiss([id])}>
            <span className="font-semibold">{body.playerName}</span>
            <span className="text-mute">
              {' · '}
              {actOf(body)}, {clockTime(isoOf(body.tappedAt), zone)}
              {body.eventId !== eventId && ` · ${body.title}`}
            </span>
            <span className="block">{sentenceOfEnd(end)}</span>
          </DismissLine>
        ))}
      </ul>
    </section>
  );
}

/** Says how many taps at other doors wait on this phone. */
export function WaitingElsewhere({ eventId }: { eventId: string | undefined }) {
  const others = useTaps().unsent.filter(({ body }) => body.eventId !== eventId);
  if (others.length === 0) return null;
  const titles = [...new Set(others.map(({ body }) => body.title))];
  return (
    <p className="text-[0.9375rem] text-sun [overflow-wrap:anywhere]">
      {others.length} waiting to send for {titles.join(', ')}
    </p>
  );
}

/** Where nobody works any more, for example because the session ended without network. `how` says what to do. */
export function WaitingLocked({ how = 'unlock' }: { how?: string }) {
  const { unsent } = useTaps();
  if (unsent.length === 0) return null;
  return (
    <p role="status" className="rounded-xl border border-sun/60 bg-sun/10 px-4 py-3 font-semibold">
      {unsent.length} waiting to send: {how}, and they are sent. Nothing is lost.
    </p>
  );
}
