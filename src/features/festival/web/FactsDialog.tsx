import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { counted } from '#platform/numbers.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { CheckField } from '#platform/web/ui/field.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { EditedFacts, FactsDesk, saveFacts } from '../contract.ts';
import { DetailsPage } from './DetailsPage.tsx';
import { FactsFields } from './parts/FactsFields.tsx';
import {
  asAnother,
  type CategoryForm,
  categoryForms,
  factChanges,
  missionChanges,
  missionsIn,
  problemOf,
  type Switches,
  type TypedFacts,
  withTexts,
} from './parts/facts-form.ts';
import { emailsDeleted, useDeletesEmails } from './parts/old-emails.ts';
import { faqQuery, festivalQuery, missionsQuery, useFestival } from './queries.ts';
import { TopGunPage } from './TopGunPage.tsx';

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
  const { timeZone } = useFestival();
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
        {factChanges(was, facts, timeZone).map(({ label, was: before, is }) => (
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

/** Only what was edited here: the rest follows what other organisers save meanwhile. */
export type Typed = {
  readonly texts: Readonly<Record<string, string>>;
  readonly missions: readonly CategoryForm[] | null;
  readonly switches: Switches;
};
const NOTHING: Typed = { texts: {}, missions: null, switches: {} };

const typedFacts = (present: EditedFacts, { texts, missions, switches }: Typed, zone: string): TypedFacts => ({
  ...withTexts(present, texts, zone),
  ...(missions === null ? {} : { missions: missionsIn(missions, present.missions) }),
  ...switches,
});

type FactsDialogProps = { desk: FactsDesk; hero: ReactNode; onClose: () => void };

/** Edits the festival's facts: a form, then a preview of what changes, which is what is saved. */
export function FactsDialog({ desk, hero, onClose }: FactsDialogProps) {
  const [typed, setTyped] = useState(NOTHING);
  const [shown, setShown] = useState<{ facts: TypedFacts; was: EditedFacts; revision: number } | null>(null);
  /** Ids of the missions that others replace. */
  const [another, setAnother] = useState<readonly string[]>([]);
  const missionsOf = ({ was, facts: { missions } }: NonNullable<typeof shown>) =>
    asAnother(was.missions, missions, another);
  const [opened] = useState(desk.revision);
  const { timeZone } = useFestival();
  const facts = typedFacts(desk.facts, typed, timeZone);
  const isChanged = factChanges(desk.facts, facts, timeZone).length > 0;
  const { close, showFailure } = useDialogWrite('Festival', onClose);
  const send = (body: { facts: TypedFacts; expectedRevision: number }) =>
    request<typeof saveFacts>('PUT /api/admin/festival', { body });
  const save = useAct(send, {
    fails: 'It was not saved. Try again.',
    inForm: true,
    busy: 'The festival is being saved.',
    done: ({ facts: { name } }) => {
      showToast({ title: 'Festival saved', description: name });
      close();
    },
    failed: (failure) => {
      setShown(null);
      showFailure(failure, 'Failed to save the festival.');
    },
  });
  const refusedField = save.error instanceof ApiError ? save.error.field : undefined;
  const problem = save.problem === undefined ? null : problemOf(refusedField, save.problem);
  const preview = () => {
    save.reset();
    setAnother([]);
    setShown({ facts, was: desk.facts, revision: desk.revision });
  };
  const meanwhile = desk.revision !== opened;
  return (
    <Dialog
      open
      wide={shown === null ? true : 'full'}
      onClose={onClose}
      title={shown === null ? 'Edit festival' : 'Preview'}
      description={shown === null ? 'Visitors see it when you have looked at the preview and saved.' : undefined}
      footer={
        shown === null ? (
          <>
            <Button tone="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button tone="sea" onClick={preview} disabledReason={isChanged ? undefined : 'Change something first.'}>
              Preview
            </Button>
          </>
        ) : (
          <>
            <Button tone="ghost" onClick={() => setShown(null)}>
              Back
            </Button>
            <Button
              tone="sea"
              onClick={() =>
                save.run({
                  facts: { ...shown.facts, missions: missionsOf(shown) },
                  expectedRevision: shown.revision,
                })
              }
              disabledReason={save.busy}
            >
              {save.isBusy ? 'Saving...' : 'Save'}
            </Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p role="alert" className="font-semibold text-coral [overflow-wrap:anywhere] empty:hidden">
          {problem?.path === '' ? problem.text : ''}
        </p>
        {shown === null && meanwhile && (
          <p role="status" className="rounded-xl border border-sun/60 px-4 py-3">
            Another organiser has just changed the festival. Fields you did not edit now show their text.
          </p>
        )}
        {shown === null ? (
          <FactsFields
            facts={desk.facts}
            texts={typed.texts}
            missions={typed.missions ?? categoryForms(desk.facts.missions)}
            problem={problem}
            onText={(path, text) => setTyped({ ...typed, texts: { ...typed.texts, [path]: text } })}
            switches={typed.switches}
            onSwitches={(switches) => setTyped({ ...typed, switches })}
            onMissions={(missions) => setTyped({ ...typed, missions })}
          />
        ) : (
          <FactsPreview was={shown.was} facts={shown.facts} hero={hero} another={another} onAnother={setAnother} />
        )}
      </div>
    </Dialog>
  );
}
