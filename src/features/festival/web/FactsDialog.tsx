import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureWords, guarded, isLocked } from '#features/access/web/state.ts';
import { ApiError } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import type { EditedFacts, FactsDesk } from '../contract.ts';
import { FactsFields } from './parts/FactsFields.tsx';
import { FactsPreview } from './parts/FactsPreview.tsx';
import {
  asAnother,
  type CategoryForm,
  categoryForms,
  factChanges,
  missionsIn,
  problemOf,
  type Switches,
  type TypedFacts,
  withTexts,
} from './parts/facts-form.ts';
import { saveFactsMutation } from './queries.ts';

/** Only what was edited here: the rest follows what other organisers save meanwhile. */
export type Typed = {
  readonly texts: Readonly<Record<string, string>>;
  readonly missions: readonly CategoryForm[] | null;
  readonly switches: Switches;
};
const NOTHING: Typed = { texts: {}, missions: null, switches: {} };

const typedFacts = (present: EditedFacts, { texts, missions, switches }: Typed): TypedFacts => ({
  ...withTexts(present, texts),
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
  const facts = typedFacts(desk.facts, typed);
  const isChanged = factChanges(desk.facts, facts).length > 0;
  const { close, showFailure } = useDialogWrite('Festival', onClose);
  const { mutateAsync, isPending, error, reset } = useMutation({
    ...saveFactsMutation,
    onSuccess: ({ facts: { name } }) => {
      showToast({ title: 'Festival saved', description: name });
      close();
    },
    onError: (failure) => {
      if (isLocked(failure)) return;
      setShown(null);
      showFailure(failure, 'Failed to save the festival.');
    },
  });
  const failed = failureWords(error, 'It was not saved. Try again.');
  const problem = failed === undefined ? null : problemOf(error instanceof ApiError ? error.field : undefined, failed);
  const preview = () => {
    reset();
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
                guarded(() =>
                  mutateAsync({
                    facts: { ...shown.facts, missions: missionsOf(shown) },
                    expectedRevision: shown.revision,
                  }),
                )
              }
              disabledReason={isPending ? 'The festival is being saved.' : undefined}
            >
              {isPending ? 'Saving...' : 'Save'}
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
