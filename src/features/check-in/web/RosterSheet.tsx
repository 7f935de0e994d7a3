import { useQuery } from '@tanstack/react-query';
import type { FestivalEvent } from '#features/events/contract.ts';
import { plannedTime } from '#features/events/rules/clock.ts';
import { answerWords } from '#features/events/rules/questions.ts';
import { isolated } from '#platform/names.ts';
import { clockTime, longDay } from '#platform/time.ts';
import { LoadError, Skeleton } from '#platform/web/ui/loading.tsx';
import { Paper, PaperTable } from '#platform/web/ui/paper.tsx';
import { staffListQuery } from './queries.ts';

/** At most as many empty lines as somebody at the door writes walk-ins on. */
const EMPTY_LINES = 8;

/** Everybody with a place, with a box to tick. With answers, without emails, because paper is left lying about. */
export function RosterSheet({ event, zone, stamp }: { event: FestivalEvent; zone: string; stamp: string }) {
  const { data: rsvps, isError, refetch } = useQuery(staffListQuery(event.id));
  if (rsvps === undefined) {
    return isError ? (
      <LoadError title="The staff list didn’t load" onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-96" />
    );
  }
  const { questions } = event;
  const empty = Math.min(EMPTY_LINES, Math.max(0, event.capacity - rsvps.length));
  return (
    <Paper
      title={event.title}
      facts={[
        `${longDay(event.startTime, zone)} · ${plannedTime(event, zone)} · ${isolated(event.location)}`,
        `${rsvps.filter(({ checkedIn }) => checkedIn).length} of ${rsvps.length} checked in · ${event.capacity} places · hosted by ${isolated(event.host)}`,
      ]}
      stamp={stamp}
    >
      <PaperTable
        about={`${isolated(event.title)} · ${longDay(event.startTime, zone)}`}
        columns={[
          ['Here', '10mm'],
          ['Name'],
          ...questions.map(({ label }): [string] => [label]),
          ['Notes', questions.length > 0 ? '20%' : '35%'],
        ]}
      >
        {rsvps.map(({ id, playerName, checkedIn, checkedInAt, answers }) => (
          <tr key={id}>
            <td>
              <Box ticked={checkedIn} />
            </td>
            <td>{playerName}</td>
            {questions.map((question) => (
              <td key={question.id}>{answerWords(question, answers)}</td>
            ))}
            <td>{checkedIn && checkedInAt !== null && `checked in ${clockTime(checkedInAt, zone)}`}</td>
          </tr>
        ))}
        {Array.from({ length: empty }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty lines are alike
          <tr key={line}>
            <td>
              <Box ticked={false} />
            </td>
            <td />
            {questions.map(({ id }) => (
              <td key={id} />
            ))}
            <td />
          </tr>
        ))}
      </PaperTable>
    </Paper>
  );
}

const Box = ({ ticked }: { ticked: boolean }) => (
  <span className="paper-box">
    <span className="sr-only">{ticked ? 'Here' : 'Not here yet'}</span>
    <span aria-hidden="true">{ticked ? '✓' : ''}</span>
  </span>
);
