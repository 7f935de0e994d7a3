import { useQuery } from '@tanstack/react-query';
import Snowflake from 'lucide-react/icons/snowflake';
import { clockTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { standingsQuery } from './ceremony/queries.ts';

/** Returns since when the standings are frozen, by the server's clock; null when they are not. */
export function useFrozenAt(enabled = true): string | null {
  const now = useNow();
  const { data } = useQuery({ ...standingsQuery, enabled });
  return data?.at != null && data.at <= now ? data.at : null;
}

/** Says that the scores on this page are those of an earlier moment. */
export function FrozenNote({ zone }: { zone: string }) {
  const at = useFrozenAt();
  return (
    <div role="status">
      {at !== null && (
        <p className="flex items-center gap-2.5 rounded-xl border border-line bg-panel px-4 py-2.5 font-semibold">
          <Snowflake aria-hidden="true" className="size-5 shrink-0 text-sky" />
          {`Standings of ${clockTime(at, zone)}. The rest is told at the ceremony.`}
        </p>
      )}
    </div>
  );
}
