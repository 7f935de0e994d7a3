import { queryOptions, useQuery } from '@tanstack/react-query';
import { clockTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { LoadError, Skeleton } from '#platform/web/ui/loading.tsx';
import { Paper, PaperTable } from '#platform/web/ui/paper.tsx';
import type { Counts, readNumbers } from '../contract.ts';

const numbersQuery = queryOptions({
  queryKey: ['numbers'],
  queryFn: ({ signal }) => request<typeof readNumbers>('GET /api/admin/numbers', { signal }),
});

/** For organisers, on paper: how many came to what, and who gave points. */
export function NumbersSheet({ stamp }: { stamp: string }) {
  const { data: numbers, isError, refetch } = useQuery({ ...numbersQuery, refetchOnMount: 'always' });
  if (numbers === undefined)
    return isError ? (
      <LoadError title="The numbers didn’t load" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-96" />
    );
  const { people, points } = numbers;
  const facts = [
    `${people.names} names with a place · ${people.accounts} accounts · ${people.phones} phones`,
    'Did not come: of events that are over. Waited in vain: never got a place.',
  ];
  return (
    <Paper title="Numbers" facts={facts} stamp={stamp}>
      <Table name="Event" about="By event" rows={numbers.events} />
      <Table name="Room" about="By room" rows={numbers.rooms} />
      <Table name="Begins at" about="By hour of the start" rows={numbers.hours.map(asRead)} />
      <Table name="Type" about="By type" rows={numbers.types} />
      <PaperTable about="Points given" columns={[['Points given by'], ['Entries', '20%'], ['Points', '20%']]}>
        {points.map(({ by, entries, points: given }) => (
          <tr key={by ?? ''}>
            <td>{by ?? 'without a name'}</td>
            <td>{entries}</td>
            <td>{given}</td>
          </tr>
        ))}
      </PaperTable>
    </Paper>
  );
}

/** '15:00' is 3:00 PM. */
const asRead = (hour: Counts): Counts => ({ ...hour, name: clockTime(`2000-01-01T${hour.name}:00.000Z`, 'UTC') });

const COUNTS = [
  ['Places', '17%'],
  ['Came', '16%'],
  ['Did not come', '16%'],
  ['Waited in vain', '18%'],
] as const;

type TableProps = { name: string; about: string; rows: readonly (Counts & { readonly id?: string })[] };

const Table = ({ name: heading, about, rows }: TableProps) => (
  <PaperTable about={about} columns={[[heading], ...COUNTS]}>
    {rows.map(({ id, name, places, shows, noShows, waiting }) => (
      <tr key={id ?? name}>
        <td>{name}</td>
        <td>{places}</td>
        <td>{shows}</td>
        <td>{noShows}</td>
        <td>{waiting}</td>
      </tr>
    ))}
  </PaperTable>
);
