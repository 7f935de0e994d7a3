import { useMutation, useQuery } from '@tanstack/react-query';
import FlaskConical from 'lucide-react/icons/flask-conical';
import { guarded, isLocked, sayUnlessLocked } from '#features/access/web/state.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { clearSampleMutation, loadSampleMutation, sampleQuery } from './queries.ts';

/** Fills an empty festival with the sample one. SampleNotice clears it. */
export function LoadSample() {
  const { mutateAsync, isPending } = useMutation({
    ...loadSampleMutation,
    onSuccess: () => {
      showToast({ title: 'Sample festival loaded', description: 'Look around, try everything, then clear it.' });
      focusMain();
    },
    onError: sayUnlessLocked('The sample was not loaded. Please try again.'),
  });
  return (
    <Button
      onClick={() => guarded(() => mutateAsync())}
      disabledReason={isPending ? 'The sample is being loaded.' : undefined}
    >
      <FlaskConical aria-hidden="true" />
      {isPending ? 'Loading...' : 'Load the sample festival'}
    </Button>
  );
}

/** Says that this is the sample festival and offers to clear it. Renders nothing for a real one. */
export function SampleNotice() {
  const { data } = useQuery(sampleQuery);
  const confirm = useConfirm();
  if (data?.sample !== true) return null;
  return (
    <section
      aria-label="Sample data"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-2xl border border-sky/50 bg-sky/10 p-3 pl-4"
    >
      <p className="flex min-w-0 items-center gap-2.5">
        <FlaskConical aria-hidden="true" className="size-5 shrink-0 text-sky" />
        <span>
          <span className="font-semibold">This is sample data</span>
          <span className="block text-sm text-mute">Look around, try everything, then clear it and begin.</span>
        </span>
      </p>
      {confirm.isAsking ? (
        <ClearSample confirm={confirm} />
      ) : (
        <Button ref={confirm.opener} onClick={confirm.ask}>
          Clear sample data
        </Button>
      )}
    </section>
  );
}

function ClearSample({ confirm }: { confirm: ReturnType<typeof useConfirm> }) {
  const { mutateAsync, isPending } = useMutation({
    ...clearSampleMutation,
    onSuccess: () => {
      showToast({ title: 'Sample data cleared', description: 'The festival is empty and yours to fill.' });
      focusMain();
    },
    onError: (error) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, 'Failed to clear the sample data. Please try again.'));
      confirm.close();
    },
  });
  return (
    <Confirm
      state={confirm}
      question="Delete every event, RSVP, user, game and upload, also those you added?"
      no="Keep everything"
      yes={isPending ? 'Clearing...' : 'Yes, clear everything'}
      onYes={() => guarded(() => mutateAsync())}
      disabledReason={isPending ? 'Everything is being cleared.' : undefined}
    >
      This can’t be undone.
    </Confirm>
  );
}
