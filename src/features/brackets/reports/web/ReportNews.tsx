import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useVisible, whenHydrated } from '#platform/web/hydrated.ts';
import { type NewToast, showToast } from '#platform/web/ui/toast.ts';
import type { Match } from '../../contract.ts';
import { matchSentence } from '../../web/parts/sentence.ts';
import { matchesQuery } from '../../web/queries.ts';
import type { Report, Version } from '../contract.ts';
import { resultWords } from '../rules.ts';
import { useMyReports } from './queries.ts';
import { useSay } from './unsent/say.ts';

const SHOWN_MS = 30_000;
const keyOf = ({ matchId, revision, by }: Report): string => `${matchId} ${revision} ${JSON.stringify(by)}`;

/** Says on every page what another player said of a match, and what became of what this phone said. */
export function ReportNews() {
  const reports = useMyReports();
  const client = useQueryClient();
  const isVisible = useVisible();
  const shown = useRef(new Set<string>());
  /** What this phone said, as it was shown last. */
  const said = useRef<readonly Report[]>([]);
  const { run: agree } = useSay();
  useEffect(() => {
    if (!isVisible) return;
    const tellOf = async ({ matchId, eventId }: Report, key: string, newsOf: (match: Match) => NewToast | null) => {
      if (shown.current.has(key)) return;
      shown.current.add(key);
      try {
        // What is read here would change parts of the page before they are hydrated.
        await whenHydrated();
        const match = (await client.fetchQuery({ ...matchesQuery(eventId), staleTime: 0 })).find(
          ({ id }) => id === matchId,
        );
        const news = match && newsOf(match);
        if (news) showToast(news);
      } catch {
        // Without network: told when the reports are read again.
        shown.current.delete(key);
      }
    };
    for (const report of said.current)
      if (reports.every(({ matchId }) => matchId !== report.matchId))
        void tellOf(report, `${keyOf(report)} decided`, decidedNews);
    said.current = reports.filter(({ mine }) => mine !== null);
    for (const report of reports) {
      const other = report.by.find((_, index) => index !== report.mine);
      if (other !== undefined && (report.mine === null || report.state === 'disputed'))
        void tellOf(report, keyOf(report), (match) => reportNews(report, other, match, agree));
    }
  }, [reports, client, isVisible, agree]);
  return null;
}

type Agree = ReturnType<typeof useSay>['run'];

const decidedNews = (match: Match): NewToast | null =>
  match.status === 'done'
    ? { title: 'Your match is decided', description: matchSentence(match.label, match), isPolite: true }
    : null;

const reportNews = (report: Report, { name, result }: Version, match: Match, agree: Agree): NewToast => ({
  title: `${name} says: ${resultWords(result, match)}`,
  description:
    report.mine === null
      ? `${match.label}, ${report.eventTitle}. Is that right?`
      : 'You said otherwise. A judge decides.',
  duration: SHOWN_MS,
  shownAt: '/schedule',
  ...(report.mine === null && {
    action: {
      label: 'That is right',
      altText: 'Open My schedule to say that it is right',
      onPress: () => agree({ match, result }),
    },
  }),
});
