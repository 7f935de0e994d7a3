import { useMutation, useQuery } from '@tanstack/react-query';
import { failureWords, guarded, isLocked } from '#features/access/web/state.ts';
import { eventsQuery } from '#features/events/web/state.ts';
import { isolated } from '#platform/names.ts';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Helper } from '../contract.ts';
import { useUntil } from './parts/until.tsx';
import { extendHelperMutation } from './state.ts';

type ExtendDialogProps = { helper: Helper; zone: string; onClose: () => void };

/** Changes when a link ends. The link and its desks stay. */
export function ExtendDialog({ helper: { id, name, eventId, endsAt }, zone, onClose }: ExtendDialogProps) {
  const { data: events = [] } = useQuery(eventsQuery);
  const until = useUntil(
    events.find((event) => event.id === eventId),
    zone,
    endsAt,
  );
  const extend = useMutation({
    ...extendHelperMutation,
    onError: isLocked,
    onSuccess: () => {
      showToast({ title: 'Link changed', description: `${isolated(name)} keeps it.` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Extend ${isolated(name)}’s link`}
      description="The link stays the same, and so do the phones on which it is open."
      submitLabel="Extend"
      sendingLabel="Extending..."
      isSending={extend.isPending}
      missing={until.problem && 'Say until when.'}
      alert={failureWords(extend.error, 'The link could not be extended. Please try again.')}
      onSubmit={() => guarded(() => extend.mutateAsync({ id, endsAt: until.endsAt }))}
      onClose={onClose}
    >
      {until.field}
    </FormDialog>
  );
}
