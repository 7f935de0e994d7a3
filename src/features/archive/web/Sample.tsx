import { useQuery } from '@tanstack/react-query';
import FlaskConical from 'lucide-react/icons/flask-conical';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { clearSample, loadSample } from '../contract.ts';
import { sampleQuery } from './queries.ts';

/** Fills an empty festival with the sample one. SampleNotice clears it. */
export function LoadSample() {
  const load = useAct(() => request<typeof loadSample>('POST /api/admin/sample'), {
    fails: 'The sample was not loaded. Please try again.',
    busy: 'The sample is being loaded.',
    done: () => {
      showToast({ title: 'Sample festival loaded', description: 'Look around, try everything, then clear it.' });
      focusMain();
    },
  });
  return (
    <ActButton act={load}>
      <FlaskConical aria-hidden="true" />
      {load.isBusy ? 'Loading...' : 'Load the sample festival'}
    </ActButton>
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
      className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 rounded-2xl border border-sky/50 bg-sky/10 px-3 py-1"
    >
      <p className="flex min-w-0 items-center gap-2.5">
        <FlaskConical aria-hidden="true" className="size-5 shrink-0 text-sky max-sm:hidden" />
        <span>
          <span className="font-semibold">This is sample data</span>
          <span className="ml-3 text-sm text-mute max-lg:hidden">
            Look around, try everything, then clear it and begin.
          </span>
        </span>
      </p>
      {confirm.isAsking ? (
        <ClearSample confirm={confirm} />
      ) : (
        <Button ref={confirm.opener} tone="ghost" className="px-3" onClick={confirm.ask}>
          Clear sample data
        </Button>
      )}
    </section>
  );
}

function ClearSample({ confirm }: { confirm: ReturnType<typeof useConfirm> }) {
  const clear = useAct(() => request<typeof clearSample>('DELETE /api/admin/sample'), {
    fails: 'Failed to clear the sample data. Please try again.',
    busy: 'Everything is being cleared.',
    done: () => {
      showToast({ title: 'Sample data cleared', description: 'The festival is empty and yours to fill.' });
      focusMain();
    },
    failed: confirm.close,
  });
  return (
    <Confirm
      state={confirm}
      question="Delete every event, RSVP, user, game and upload, also those you added?"
      no="Keep everything"
      yes={clear.isBusy ? 'Clearing...' : 'Yes, clear everything'}
      onYes={clear.run}
      disabledReason={clear.busy}
    >
      This can’t be undone.
    </Confirm>
  );
}
