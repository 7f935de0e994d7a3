import { useQuery } from '@tanstack/react-query';
import IdCard from 'lucide-react/icons/id-card';
import { useAdminMode } from '#features/access/web/state.ts';
import { UnlockFirst } from '#features/access/web/UnlockFirst.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { Pending } from '#platform/web/ui/loading.tsx';
import { BadgeWordForm } from './parts/BadgeWordForm.tsx';
import { registrationsQuery } from './queries.ts';

/** The word that new phones are asked for. */
export function BadgeWordCard() {
  const { on } = useAdminMode();
  const { data, isError, refetch } = useQuery({ ...registrationsQuery, enabled: on });
  if (!on)
    return (
      <UnlockFirst
        icon={<IdCard />}
        to="see the badge word"
        text="With a word on the badges, nobody else can register."
      />
    );
  if (data === undefined)
    return <Pending what="badge word" failed={isError} retry={refetch} className="h-32 rounded-2xl" />;
  return (
    <Card className="px-4 sm:px-5">
      <BadgeWordForm word={data.badgeWord} from={data.wordFrom} />
    </Card>
  );
}
