import CirclePause from 'lucide-react/icons/circle-pause';
import CirclePlay from 'lucide-react/icons/circle-play';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { request } from '#platform/web/api.ts';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import type { pauseRegistration } from '../../contract.ts';

/** Shows whether visitors can register, with the button that pauses or resumes it without confirmation. */
export function PauseRow({ paused }: { paused: boolean }) {
  const send = (wanted: boolean) =>
    request<typeof pauseRegistration>('PUT /api/admin/registrations/pause', { body: { paused: wanted } });
  const pause = useAct(send, {
    fails: `Registration is still ${paused ? 'paused' : 'open'}. Check your connection and try again.`,
    busy: paused ? 'Registration is being resumed.' : 'Registration is being paused.',
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
      <ActButton act={pause} of={!paused} tone={paused ? 'sea' : 'quiet'}>
        {paused ? <CirclePlay aria-hidden="true" /> : <CirclePause aria-hidden="true" />}
        {paused ? 'Resume registration' : 'Pause registration'}
      </ActButton>
    </div>
  );
}
