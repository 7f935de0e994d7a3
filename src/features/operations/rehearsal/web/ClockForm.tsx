import { mutationOptions, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureWords, guarded } from '#features/access/web/state.ts';
import { HOUR } from '#platform/durations.ts';
import { parseZoned, zonedInput } from '#platform/time.ts';
import { call } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { moveClock } from '../contract.ts';

const moveClockMutation = mutationOptions({
  mutationFn: (to: string) => call<typeof moveClock>('PUT /api/rehearsal/clock', { body: { to } }),
});

/** Moves the rehearsal's clock to a typed time, or one hour on. */
export function ClockForm({ zone }: { zone: string }) {
  const now = useNow();
  const [typed, setTyped] = useState<string | null>(null);
  const { mutateAsync, isPending, error } = useMutation({
    ...moveClockMutation,
    onSuccess: ({ shows }) => {
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
    if ('iso' in wanted) guarded(() => mutateAsync(wanted.iso));
  };
  const onward = () => guarded(() => mutateAsync(new Date(Date.parse(now) + HOUR).toISOString()));
  const waits = isPending ? 'The clock is being moved.' : undefined;
  return (
    <section aria-labelledby="rehearsal" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 id="rehearsal" className="scroll-mt-24 font-display text-2xl leading-none text-sun">
        REHEARSAL
      </h3>
      <Card className="px-4 sm:px-5">
        <form onSubmit={move} className="grid gap-x-3 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
          <TextField
            label="The festival’s clock"
            type="datetime-local"
            value={shown}
            onChange={(change) => setTyped(change.target.value)}
            hint="It only goes forward. Moving it four hours or more at once locks the dashboard."
            error={failureWords(error, 'The clock did not move. Try again.')}
          />
          <div className="flex flex-wrap gap-2.5 sm:pt-[1.875rem]">
            <Button
              tone="sea"
              type="submit"
              disabledReason={waits ?? (typed === null || !('iso' in wanted) ? 'Type another time first.' : undefined)}
            >
              Move the clock
            </Button>
            <Button onClick={onward} disabledReason={waits}>
              One hour on
            </Button>
          </div>
        </form>
      </Card>
    </section>
  );
}
