import { useAct } from '#features/access/web/act.tsx';
import { useAllEvents } from '#features/events/web/state.ts';
import { isolated } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { extendHelper, Helper } from '../contract.ts';
import { useUntil } from './parts/until.tsx';

type ExtendDialogProps = { helper: Helper; zone: string; onClose: () => void };

/** Changes when a link ends. The link and its desks stay. */
export function ExtendDialog({ helper: { id, name, eventId, endsAt }, zone, onClose }: ExtendDialogProps) {
  const { data: events = [] } = useAllEvents();
  const until = useUntil(
    events.find((event) => event.id === eventId),
    zone,
    endsAt,
  );
  const extend = useAct(
    () => request<typeof extendHelper>('PATCH /api/helpers/{id}', { params: { id }, body: { endsAt: until.endsAt } }),
    {
      fails: 'The link could not be extended. Please try again.',
      inForm: true,
      done: () => {
        showToast({ title: 'Link changed', description: `${isolated(name)} keeps it.` });
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={`Extend ${isolated(name)}’s link`}
      description="The link stays the same, and so do the phones on which it is open."
      submitLabel="Extend"
      sendingLabel="Extending..."
      act={extend}
      missing={until.problem && 'Say until when.'}
      onSubmit={extend.run}
      onClose={onClose}
    >
      {until.field}
    </FormDialog>
  );
}
