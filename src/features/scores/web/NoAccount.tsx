import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { myNamesQuery } from '#features/names/web/queries.ts';
import { myAccountsQuery } from '#features/users/web/queries.ts';
import { RegisterDialog } from '#features/users/web/RegisterDialog.tsx';
import { isolated } from '#platform/isolated.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { AtFoot } from './parts/MyLine.tsx';

/** Offers an account where the own line would be: this phone has places but no account, and only accounts get points. */
export function NoAccount() {
  const { data: names = [] } = useQuery(myNamesQuery);
  const { data: accounts } = useQuery(myAccountsQuery);
  const [isOpen, setOpen] = useState(false);
  const [me] = names;
  const isOffered = me !== undefined && accounts?.length === 0;
  return (
    <>
      {isOffered && (
        <AtFoot>
          <Card
            as="section"
            aria-label="No account yet"
            className="pointer-events-auto absolute inset-x-0 bottom-0 flex items-center justify-between gap-3 px-4 py-2 shadow-lg"
          >
            <p className="text-pretty">You have places, but no account for points.</p>
            <Button tone="sun" className="max-w-3/5 min-w-0 shrink" onClick={() => setOpen(true)}>
              <span className="line-clamp-2 [overflow-wrap:anywhere]">
                {me.account ? 'Make one' : `Make one as ${isolated(me.name)}`}
              </span>
            </Button>
          </Card>
        </AtFoot>
      )}
      {isOpen && <RegisterDialog onClose={() => setOpen(false)} />}
    </>
  );
}
