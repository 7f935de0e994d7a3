import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { useMayWork } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { JUDGE } from '#platform/staff.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Match } from '../../contract.ts';
import { roundsIn, titlesIn } from '../../web/parts/rounds.ts';
import { matchSentence } from '../../web/parts/sentence.ts';
import { matchesQuery } from '../../web/queries.ts';
import type { Report, Version } from '../contract.ts';
import { holds, resultWords } from '../rules.ts';
import { enterVersion, reportsQuery } from './queries.ts';

/** What players said of matches of this event and a judge must decide: each version is one press. */
export function ReportedResults({ event }: { event: FestivalEvent }) {
  const { reports: isOn = false } = useFestival();
  const mayJudge = useMayWork(JUDGE, event) && isOn && event.reports && event.bracketDrawn;
  const { data: all = [] } = useQuery({ ...reportsQuery, enabled: mayJudge });
  const { data: matches = [] } = useQuery(matchesQuery(event.id));
  const id = useId();
  const titles = titlesIn(roundsIn(matches));
  const rows = all.flatMap((report) => {
    const match = matches.find((one) => one.id === report.matchId);
    return match && report.isForJudge && holds(report, matches) ? [{ report, match }] : [];
  });
  if (!mayJudge || rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="font-display text-2xl leading-none text-coral">
        Players say <span className="text-mute">· {rows.length}</span>
      </h3>
      <ul className="grid gap-2 lg:grid-cols-2">
        {rows.map(({ report, match }) => (
          <Row key={match.id} report={report} match={match} title={titles.get(match.id) ?? match.label} />
        ))}
      </ul>
    </section>
  );
}

function Row({ report, match, title }: { report: Report; match: Match; title: string }) {
  const client = useQueryClient();
  const enter = useAct((version: Version) => enterVersion(match, report.revision, version), {
    fails: 'The result could not be entered. Please try again.',
    busy: 'The result is being entered.',
    done: (saved) => showToast({ title: 'Score saved', description: matchSentence(title, saved) }),
    settled: () => client.invalidateQueries(reportsQuery),
  });
  return (
    <li className="grid content-start gap-2 rounded-[0.625rem] border border-coral/60 bg-panel px-3.5 py-2.5">
      <p className="text-mute">
        {title} ·{' '}
        {report.state === 'disputed' ? (
          <strong className="text-coral">they differ</strong>
        ) : report.by.length > 1 ? (
          'they say the same; look whether it is right'
        ) : (
          'nobody else confirmed it'
        )}
      </p>
      {report.by.map((version) => (
        <Button key={version.name} onClick={() => enter.run(version)} disabledReason={enter.busy}>
          <span className="grid text-left [overflow-wrap:anywhere]">
            <strong className="font-semibold">{resultWords(version.result, match)}</strong>
            <span className="text-sm font-normal text-mute">says {version.name}</span>
          </span>
        </Button>
      ))}
    </li>
  );
}
