import { useMutation } from '@tanstack/react-query';
import CirclePause from 'lucide-react/icons/circle-pause';
import CirclePlay from 'lucide-react/icons/circle-play';
import { guarded, sayUnlessLocked } from '#features/access/web/state.ts';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { pauseMutation } from '../queries.ts';

/** Shows whether visitors can register, with the button that pauses or resumes it without confirmation. */
export function PauseRow({ paused }: { paused: boolean }) {
  const { mutateAsync, isPending } = useMutation({
    ...pauseMutation,
    onError: sayUnlessLocked(
      `Registration is still ${paused ? 'paused' : 'open'}. Check your connection and try again.`,
    ),
  });
  return (
    <div className="grid gap-x-4 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid gap-1">
        <StateLabel colour={paused ? 'coral' : 'sea'}>{paused ? 'PAUSED' : 'OPEN'}</StateLabel>
        <p className="text-[0.9375rem] text-pretty text-mute">
          {paused
            ? 'Visitors can’t take places, make accounts or add games. Cancelling, check-in and organisers’ changes still work.'
            : 'Visitors can take places, make accounts and add games.'}
        </p>
      </div>
      <Button
        tone={paused ? 'sea' : 'quiet'}
        onClick={() => guarded(() => mutateAsync(!paused))}
        disabledReason={
          isPending ? (paused ? 'Registration is being resumed.' : 'Registration is being paused.') : undefined
        }
      >
        {paused ? <CirclePlay aria-hidden="true" /> : <CirclePause aria-hidden="true" />}
        {paused ? 'Resume registration' : 'Pause registration'}
      </Button>
    </div>
  );
}
