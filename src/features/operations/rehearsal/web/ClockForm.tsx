import { type FormEvent, useState } from 'react';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { HOUR } from '#platform/durations.ts';
import { parseZoned, zonedInput } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { moveClock } from '../contract.ts';

/** Moves the rehearsal's clock to a typed time, or one hour on. */
export function ClockForm({ zone }: { zone: string }) {
  const now = useNow();
  const [typed, setTyped] = useState<string | null>(null);
  const act = useAct((to: string) => request<typeof moveClock>('PUT /api/rehearsal/clock', { body: { to } }), {
    fails: 'The clock did not move. Try again.',
    inForm: true,
    isTyped: typed !== null,
    busy: 'The clock is being moved.',
    done: ({ shows }) => {
      setTyped(null);
      // The page's own clock follows at once (app/web/rehearsal.js).
      dispatchEvent(new Event('rehearsal-moved'));
      showToast({ title: 'Clock moved', description: `It shows ${shows}.` });
    },
  });
  const shown = typed ?? zonedInput(now, zone);
  const wanted = parseZoned(shown, zone);
  const move = (event: FormEvent) => {
    event.preventDefault();
    if ('iso' in wanted) act.run(wanted.iso);
  };
  return (
    <Card className="px-4 sm:px-5">
      <form onSubmit={move} className="grid gap-x-3 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <TextField
          label="The festival’s clock"
          type="datetime-local"
          value={shown}
          onChange={(change) => setTyped(change.target.value)}
          hint="It only goes forward. Moving it four hours or more at once locks the dashboard."
          error={act.problem}
        />
        <div className="flex flex-wrap gap-2.5 sm:pt-[1.875rem]">
          <Button
            tone="sea"
            type="submit"
            disabledReason={act.busy ?? (typed === null || !('iso' in wanted) ? 'Type another time first.' : undefined)}
          >
            Move the clock
          </Button>
          <ActButton act={act} of={new Date(Date.parse(now) + HOUR).toISOString()}>
            One hour on
          </ActButton>
        </div>
      </form>
    </Card>
  );
}
