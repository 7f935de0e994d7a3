import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { counted } from '#platform/numbers.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { CheckField } from '#platform/web/ui/field.tsx';
import type { EditedFacts } from '../../contract.ts';
import { DetailsPage } from '../DetailsPage.tsx';
import { faqQuery, festivalQuery, missionsQuery, useFestival } from '../queries.ts';
import { TopGunPage } from '../TopGunPage.tsx';
import { factChanges, missionChanges, type TypedFacts } from './facts-form.ts';
import { emailsDeleted, useDeletesEmails } from './old-emails.ts';

const LOOK = 'grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4 outline-none';

type FactsPreviewProps = MissionsProps & { hero: ReactNode };
type MissionsProps = {
  was: EditedFacts;
  facts: TypedFacts;
  /** Ids of the missions that others replace. */
  another: readonly string[];
  onAnother: (ids: readonly string[]) => void;
};

/** What changes, in words, and the pages as they would be. */
export function FactsPreview({ was, facts, hero, another, onAnother }: FactsPreviewProps) {
  const deletesEmails = useDeletesEmails(facts.lastDay, was.lastDay);
  const box = useRef<HTMLElement>(null);
  // The button that was pressed is gone, and the form was longer.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={box} tabIndex={0} aria-label="Preview" className={LOOK}>
      {deletesEmails && (
        <p className="rounded-xl border border-coral px-4 py-3 font-semibold text-coral">
          {emailsDeleted('This last day')}
        </p>
      )}
      <Missions {...{ was, facts, another, onAnother }} />
      <dl aria-label="What changes" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {factChanges(was, facts).map(({ label, was: before, is }) => (
          <div key={label} className="rounded-xl border border-line px-4 py-3 [overflow-wrap:anywhere]">
            <dt className="font-semibold">{label}</dt>
            <dd className="whitespace-pre-line">
              {before !== '' && <del className="block text-mute">{before}</del>}
              <span className="sr-only">became</span>
              <ins className="block no-underline">{is === '' ? 'Removed' : is}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <Pages facts={facts} hero={hero} />
    </section>
  );
}

/** Which missions stay what they are. Of those that were reworded it asks: claims and ticks stay with the same mission only. */
function Missions({ was, facts, another, onAnother }: MissionsProps) {
  const { same, changed, added, gone } = missionChanges(was.missions, facts.missions);
  if (changed.length + added.length + gone.length === 0) return null;
  return (
    <section
      aria-label="Missions"
      className="grid gap-2 rounded-xl border border-line px-4 py-3 [overflow-wrap:anywhere]"
    >
      <p>{`${counted(same, 'mission')} ${same === 1 ? 'stays' : 'stay'} the same.`}</p>
      {added.length > 0 && <p>{`New: ${added.join('; ')}`}</p>}
      {gone.length > 0 && <p>{`Gone: ${gone.join('; ')}`}</p>}
      {changed.map(({ id, was: before, is }) => (
        <div key={id} className="border-t border-line pt-2">
          <p>
            <del className="text-mute">{before}</del> <span className="sr-only">became</span>
            <ins className="no-underline">{is}</ins>
          </p>
          <CheckField
            checked={another.includes(id)}
            onCheck={(isOther) => onAnother(isOther ? [...another, id] : another.filter((one) => one !== id))}
          >
            This is another mission
          </CheckField>
        </div>
      ))}
      {changed.length > 0 && (
        <p className="text-mute">
          Who did a mission that is only reworded has done it. Another mission can be claimed anew.
        </p>
      )}
    </section>
  );
}

/** The real pages with other facts. They are only looked at: nothing in them can be pressed or reached. */
function Pages({ facts, hero }: Pick<FactsPreviewProps, 'facts' | 'hero'>) {
  const { timeZone } = useFestival();
  const client = useMemo(() => {
    const made = createQueryClient();
    made.setQueryData(festivalQuery.queryKey, { ...facts, timeZone });
    made.setQueryData(faqQuery.queryKey, facts.faq);
    const missions = facts.missions.map((category) => ({
      ...category,
      missions: category.missions.map((mission) => ({ id: mission.task, limit: 1, ...mission })),
    }));
    made.setQueryData(missionsQuery.queryKey, missions);
    return made;
  }, [facts, timeZone]);
  return (
    <div inert aria-hidden="true" className="overflow-hidden rounded-xl border border-line bg-night [zoom:0.75]">
      <QueryClientProvider client={client}>
        {hero}
        <DetailsPage />
        <TopGunPage />
      </QueryClientProvider>
    </div>
  );
}
