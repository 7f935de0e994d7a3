import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { useHydrated } from '#platform/web/hydrated.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { prepareToKeep } from '#platform/web/send-or-keep.ts';
import { Button } from '#platform/web/ui/button.tsx';
import type { Match, SaidResult } from '../../contract.ts';
import { nextMatchOf } from '../../web/parts/rounds.ts';
import { matchesQuery } from '../../web/queries.ts';
import type { Report } from '../contract.ts';
import { holds, resultWords } from '../rules.ts';
import { useMyReports } from './queries.ts';
import { useKept, useSay } from './unsent/say.ts';

const ReportDialog = onDemand(() => import('./ReportDialog.tsx').then((module) => module.ReportDialog));

type MyReportProps = { event: FestivalEvent; entrantId: string };

/** How the match ended that a person of this device plays now: said, answered, or waiting. Once for a match. */
export function MyReport({ event, entrantId }: MyReportProps) {
  const { reports = false } = useFestival();
  const { data: matches = [] } = useQuery(matchesQuery(event.id));
  const { data: places = [] } = useQuery(myRsvpsQuery);
  const match = nextMatchOf(matches, entrantId);
  // The page of the server knows no matches.
  if (!useHydrated() || !reports || !event.reports || match?.status !== 'ready') return null;
  const own = match.players.find(({ id }) => places.some((place) => place.id === id));
  return own?.id === entrantId ? <OfMatch match={match} matches={matches} /> : null;
}

function OfMatch({ match, matches }: { match: Match; matches: readonly Match[] }) {
  const report = useMyReports().find((one) => one.matchId === match.id && holds(one, matches));
  const kept = useKept(match.id);
  const dialog = useDialog();
  const act = useSay();
  useEffect(prepareToKeep, []);
  const { words, right, change } = wordsFor(match, report, kept);
  return (
    <div className="no-print grid gap-2 rounded-xl border border-line px-3.5 py-2.5">
      {words !== null && (
        <p role="status" className="[overflow-wrap:anywhere]">
          {words}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {right !== undefined && (
          <Button tone="sea" onClick={() => act.run({ match, result: right.result })} disabledReason={act.busy}>
            {right.label}
          </Button>
        )}
        {change !== null && (
          <Button tone={report === undefined ? 'sea' : 'ghost'} onClick={() => dialog.open()} disabledReason={act.busy}>
            {change}
          </Button>
        )}
      </div>
      {dialog.show(() => (
        <ReportDialog match={match} onClose={dialog.close} />
      ))}
    </div>
  );
}

type State = {
  readonly words: string | null;
  /** What somebody else said, to agree with. */
  readonly right?: { readonly label: string; readonly result: SaidResult };
  readonly change: string | null;
};

function wordsFor(match: Match, report: Report | undefined, kept: SaidResult | undefined): State {
  if (kept !== undefined)
    return {
      words: `Waiting for network: ${resultWords(kept, match)}. It is sent as soon as you are online.`,
      change: null,
    };
  if (report === undefined) return { words: null, change: 'Say the result' };
  const said = (index: number) => resultWords(report.by[index]?.result ?? {}, match);
  const other = report.by.findIndex((_, index) => index !== report.mine);
  const { name = '', result = {} } = report.by[other] ?? {};
  if (report.mine === null)
    return { words: `${name} says: ${said(other)}.`, right: { label: 'That is right', result }, change: 'No' };
  const mine = said(report.mine);
  if (report.state === 'disputed')
    return {
      words: `You say: ${mine}. ${name} says: ${said(other)}. A judge decides.`,
      right: { label: `${name} is right`, result },
      change: null,
    };
  if (other !== -1) return { words: `You and ${name} say: ${mine}. A judge confirms it.`, change: null };
  return { words: `You say: ${mine}. It counts when the other side says so too, or a judge.`, change: 'Change' };
}
