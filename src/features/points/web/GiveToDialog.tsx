import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureWords, guarded, sayUnlessLocked } from '#features/access/web/state.ts';
import { chooseAccountMutation } from '#features/events/web/state.ts';
import { createUserMutation } from '#features/people/users/web/state.ts';
import { isolated } from '#platform/names.ts';
import { useIdempotentMutation } from '#platform/web/forms.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { FindAccount } from './FindAccount.tsx';

type GiveToDialogProps = { eventId: string; placeId: string; name: string; onClose: () => void };

/** Chooses the account that gets the points of a place, or makes one of the place's name. */
export function GiveToDialog({ eventId, placeId, name, onClose }: GiveToDialogProps) {
  const client = useQueryClient();
  const choose = useMutation({
    ...chooseAccountMutation,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['points of event', eventId] });
      onClose();
    },
    onError: sayUnlessLocked('The account was not chosen. Please try again.'),
  });
  const add = useIdempotentMutation(createUserMutation);
  const giveTo = (userId: string) => choose.mutateAsync({ id: eventId, placeId, userId });
  const giveToNew = async () => giveTo((await add.mutateAsync({ name, asOrganiser: true })).id);
  const isPending = choose.isPending || add.isPending;
  return (
    <Dialog open wide onClose={onClose} title="Give to…" description={`Who gets the points of ${name}?`}>
      <div className="grid min-h-[50dvh] grid-cols-[minmax(0,1fr)] content-start gap-4 pb-2">
        <FindAccount names={[name]} onChoose={({ id }) => guarded(() => giveTo(id))} />
        <p role="alert" className="font-semibold text-coral empty:hidden">
          {failureWords(add.error, 'The account was not made. Please try again.')}
        </p>
        <Button
          className="justify-self-start [overflow-wrap:anywhere]"
          onClick={() => guarded(giveToNew)}
          disabledReason={isPending ? 'It is being sent.' : undefined}
        >
          {`New account: ${isolated(name)}`}
        </Button>
      </div>
    </Dialog>
  );
}
