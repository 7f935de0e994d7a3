import { useQuery } from '@tanstack/react-query';
import IdCard from 'lucide-react/icons/id-card';
import { useAdminMode } from '#features/access/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { codePath } from '#features/people/users/rules.ts';
import { codeInGroups } from '#platform/codes.ts';
import { batchesOf } from '#platform/lists.ts';
import { compareNames } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { EmptyState, Pending } from '#platform/web/ui/loading.tsx';
import { Paper, PaperTable } from '#platform/web/ui/paper.tsx';
import { CodeDrawing, drawingsQuery } from '#platform/web/ui/qr-code.tsx';
import type { Badge } from '../contract.ts';
import { badgesQuery } from './queries.ts';

const A_PAGE = 8;
const NONE: readonly Badge[] = [];

export const EVERY_GROUP = '';

/** Returns the groups of the badges, by name. */
export function useGroups(): readonly string[] {
  const { on } = useAdminMode();
  const { data: badges = [] } = useQuery({ ...badgesQuery, enabled: on });
  return [...new Set(badges.flatMap(({ group }) => group || []))].sort(compareNames);
}

/** `user`: only the badge of this account. */
export type Wanted = { readonly group: string; readonly user: string | null };

/** What stands there while there is nothing to print, or the wanted badges by name. */
function useBadges({ group, user }: Wanted) {
  const { data, isError, refetch } = useQuery({ ...badgesQuery, refetchOnMount: 'always' });
  if (data === undefined)
    return { instead: <Pending what="badges" failed={isError} retry={refetch} className="h-96" /> };
  const badges = data.filter((badge) =>
    user === null ? group === EVERY_GROUP || badge.group === group : badge.id === user,
  );
  if (badges.length > 0) return { badges: badges.toSorted((one, other) => compareNames(one.name, other.name)) };
  const text = 'Import a list of attendees in Set up, or make a badge in Manage Users.';
  return { instead: <EmptyState icon={<IdCard />} title="No badges yet" text={text} /> };
}

const sizeOf = ({ length }: string) => (length <= 12 ? 'short' : length <= 30 ? 'long' : 'longest');

/** Eight a page, to cut along the lines. */
export function BadgeSheets({ paper, ...wanted }: Wanted & { paper: string }) {
  const { name: festival } = useFestival();
  const { badges, instead } = useBadges(wanted);
  const codes = useQuery(drawingsQuery((badges ?? NONE).map(({ code }) => codePath(code))));
  if (badges === undefined) return instead;
  if (codes.data === undefined)
    return <Pending what="codes" failed={codes.isError} retry={codes.refetch} className="h-96" />;
  const drawings = new Map(badges.map(({ id }, index) => [id, codes.data[index]]));
  return batchesOf(badges, A_PAGE).map((page, index) => (
    <article
      key={page[0]?.id}
      aria-label={`Badges, page ${index + 1}`}
      className="paper badge-sheet"
      data-paper={paper}
    >
      {page.map(({ id, name, code, group }) => (
        <section key={id} aria-label={name} className="paper-badge">
          <p>{festival}</p>
          <p data-length={sizeOf(name)}>{name}</p>
          <p>{group}</p>
          <p>{codeInGroups(code)}</p>
          <CodeDrawing drawing={drawings.get(id)} label={`Code of ${name}`} />
        </section>
      ))}
    </article>
  ));
}

/** To hand badges out by, and to find a code without one. */
export function BadgeList({ stamp, ...wanted }: Wanted & { stamp: string }) {
  const { badges, instead } = useBadges(wanted);
  if (badges === undefined) return instead;
  const title = wanted.group || 'Badges';
  return (
    <Paper title={title} facts={[counted(badges.length, 'badge')]} stamp={stamp}>
      <PaperTable about={title} columns={[['Given', '14mm'], ['Name'], ['Group', '28%'], ['Code', '24mm']]}>
        {badges.map((badge) => (
          <tr key={badge.id}>
            <td>
              <span className="paper-box" />
            </td>
            <td>{badge.name}</td>
            <td>{badge.group}</td>
            <td>{codeInGroups(badge.code)}</td>
          </tr>
        ))}
      </PaperTable>
    </Paper>
  );
}
