import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { myAccountsQuery } from '#features/people/users/web/state.ts';
import { counted, ordinal } from '#platform/numbers.ts';
import { notSaid } from '#platform/web/safe-storage.ts';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { freezeQuery } from './ceremony/queries.ts';

const AFTER_THE_WALL_MS = 4_000;

/** Says once on each device that the ceremony has told a place of its accounts. It asks for nothing where no page needed the accounts. */
export function ToldNews() {
  const { data: accounts = [] } = useQuery({ ...myAccountsQuery, enabled: false });
  const { data: standings } = useQuery({ ...freezeQuery, enabled: accounts.length > 0 });
  useEffect(() => {
    const told = standings?.places.filter(({ id }) => accounts.some((account) => account.id === id)) ?? [];
    const [best, ...others] = notSaid(told, ({ id, rank }) => `told ${id} ${rank} ${standings?.at}`);
    if (best === undefined) return;
    // The big screen has its suspense first.
    setTimeout(() => {
      celebrate();
      showToast({
        title: `${best.name} is ${ordinal(best.rank)}!`,
        description: `${counted(best.points, 'point')}, as the ceremony has just told.`,
        ...(others.length > 0 && {
          detail: `And ${others.map(({ name, rank }) => `${name} ${ordinal(rank)}`).join(', ')}.`,
        }),
      });
    }, AFTER_THE_WALL_MS);
  }, [accounts, standings]);
  return null;
}
