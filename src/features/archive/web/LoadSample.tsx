import { useMutation } from '@tanstack/react-query';
import FlaskConical from 'lucide-react/icons/flask-conical';
import { guarded, sayUnlessLocked } from '#features/access/web/state.ts';
import { focusMain } from '#platform/web/focus-main.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { loadSampleMutation } from './queries.ts';

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
