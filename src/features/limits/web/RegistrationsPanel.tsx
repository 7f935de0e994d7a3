import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAdminMode } from '#features/access/web/state.ts';
import { UnlockFirst } from '#features/access/web/UnlockFirst.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { Pending } from '#platform/web/ui/loading.tsx';
import type { Restored } from '../contract.ts';
import { restoredWords } from '../rules/words.ts';
import { BurstRow } from './parts/BurstRow.tsx';
import { PauseRow } from './parts/PauseRow.tsx';
import { RemovalRow } from './parts/RemovalRow.tsx';
import { registrationsQuery } from './queries.ts';

/** Bursts of registrations and what to do about them: removing, pausing. */
export function RegistrationsPanel({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const { data, isError, refetch } = useQuery({ ...registrationsQuery, enabled: on });
  const [removed, setRemoved] = useState<string | null>(null);
  const [undone, setUndone] = useState<Restored | null>(null);
  const outcome = useRef<HTMLParagraphElement>(null);
  if (!on) {
    return (
      <UnlockFirst
        icon={<Users />}
        to="see who floods the festival"
        text="Here you see bursts of registrations and remove them, and pause registration."
      />
    );
  }
  if (data === undefined)
    return <Pending what="registrations" failed={isError} retry={refetch} className="h-72 rounded-2xl" />;
  const { paused, bursts, removals } = data;
  // The button Undo goes away. The outcome has to be on screen before it can take the focus.
  const showOutcome = (restored: Restored) => {
    flushSync(() => setUndone(restored));
    outcome.current?.focus();
  };
  return (
    <Card
      className={`grid grid-cols-[minmax(0,1fr)] divide-y divide-line px-4 sm:px-5 ${paused ? 'border-coral' : ''}`}
    >
      <PauseRow paused={paused} />
      <p ref={outcome} tabIndex={-1} role="status" className="py-4 font-semibold text-pretty empty:hidden">
        {undone && restoredWords(undone)}
      </p>
      {bursts.length === 0 && (
        <p className="py-4 text-[0.9375rem] text-mute">No burst of registrations in the last three hours.</p>
      )}
      {bursts.map((burst) => (
        <BurstRow key={`${burst.network} ${burst.since}`} burst={burst} zone={zone} onRemoved={setRemoved} />
      ))}
      {removals.map((removal) => (
        <RemovalRow
          key={removal.id}
          removal={removal}
          zone={zone}
          justMade={removal.id === removed}
          onUndone={showOutcome}
        />
      ))}
    </Card>
  );
}
