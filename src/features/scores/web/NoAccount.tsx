import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { myNamesQuery } from '#features/names/web/queries.ts';
import { myAccountsQuery } from '#features/users/web/queries.ts';
import { RegisterDialog } from '#features/users/web/RegisterDialog.tsx';
import { isolated } from '#platform/isolated.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';

/** Offers an account to somebody who takes part and has none: points are given to accounts alone. */
export function NoAccount() {
  const { data: names = [] } = useQuery(myNamesQuery);
  const { data: accounts } = useQuery(myAccountsQuery);
  const [isOpen, setOpen] = useState(false);
  const [me] = names;
  const isOffered = me !== undefined && accounts?.length === 0;
  return (
    <>
      {isOffered && (
        <Card
          as="section"
          aria-label="No account yet"
          className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5"
        >
          <p className="text-pretty">You have places, but no account for points.</p>
          <Button tone="sun" onClick={() => setOpen(true)}>
            <span className="[overflow-wrap:anywhere]">Make one as {isolated(me.name)}</span>
          </Button>
        </Card>
      )}
      {isOpen && <RegisterDialog onClose={() => setOpen(false)} />}
    </>
  );
}
