import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import type { chooseAccount } from '#features/events/contract.ts';
import { createUser } from '#features/people/users/web/state.ts';
import { isolated } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { FindAccount } from './FindAccount.tsx';

type GiveToDialogProps = { eventId: string; placeId: string; name: string; onClose: () => void };

/** Chooses the account that gets the points of a place, or makes one of the place's name. */
export function GiveToDialog({ eventId, placeId, name, onClose }: GiveToDialogProps) {
  const client = useQueryClient();
  /** The account that was made here, where only the choice failed. */
  const made = useRef<string | null>(null);
  const makeAccount = async () => {
    made.current ??= (await createUser({ name, asOrganiser: true })).id;
    return made.current;
  };
  const choose = useAct(
    async (account: string | 'new') => {
      const userId = account === 'new' ? await makeAccount() : account;
      return request<typeof chooseAccount>('PUT /api/events/{id}/points', {
        params: { id: eventId },
        body: { placeId, userId },
      });
    },
    {
      // In a toast: when the desk was locked meanwhile, this dialog is gone.
      fails: 'The account was not chosen. Please try again.',
      done: async () => {
        await client.invalidateQueries({ queryKey: ['points of event', eventId] });
        onClose();
      },
    },
  );
  return (
    <Dialog open wide onClose={onClose} title="Give to…" description={`Who gets the points of ${name}?`}>
      <div className="grid min-h-[50dvh] grid-cols-[minmax(0,1fr)] content-start gap-4 pb-2">
        <FindAccount names={[name]} onChoose={({ id }) => choose.run(id)} />
        <ActButton act={choose} of="new" className="justify-self-start [overflow-wrap:anywhere]">
          {`New account: ${isolated(name)}`}
        </ActButton>
      </div>
    </Dialog>
  );
}
