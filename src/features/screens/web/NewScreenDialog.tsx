import { useAct } from '#features/access/web/act.tsx';
import { request } from '#platform/web/api.ts';
import { useDraft } from '#platform/web/forms.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { nameScreen, StaffScreen } from '../contract.ts';
import { isScreenName } from '../rules/names.ts';
import { asScreenName, FIRST_PLAYLIST, typedName } from '../rules/pages.ts';
import { putPlan } from './queries.ts';

const CODE = 5;

/** Makes a named screen, of the wall that shows a code or of none yet. */
export function NewScreenDialog({ screens, onClose }: { screens: readonly StaffScreen[]; onClose: () => void }) {
  const [{ name: typed, code }, change, draft] = useDraft('new screen', { name: '', code: '' });
  const name = typedName(typed);
  const pair = () => request<typeof nameScreen>('PUT /api/screen-codes/{code}', { params: { code }, body: { name } });
  const make = () => putPlan({ former: name, name, pages: FIRST_PLAYLIST, expectedRevision: 0 });
  const add = useAct<void, unknown>(code === '' ? make : pair, {
    fails: 'The screen could not be added. Please try again.',
    inForm: true,
    done: () => {
      showToast({ title: code === '' ? 'Screen added' : 'The wall has its name', description: name });
      draft.discard();
      onClose();
    },
  });
  const isThere = screens.some((screen) => screen.name === name);
  const problem =
    name !== '' && !isScreenName(name)
      ? 'A screen cannot have this name.'
      : isThere && code === ''
        ? 'There is a screen of this name.'
        : undefined;
  return (
    <FormDialog
      title="Add a screen"
      description="A further computer with the same name shows the same pages."
      submitLabel="Add"
      sendingLabel="Adding..."
      act={add}
      missing={missingOf(code)}
      draft={draft}
      onSubmit={add.run}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder="arcade-1"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        hint={name === '' ? 'Small letters, digits and hyphens.' : `Its address is /display/${name}.`}
        error={problem}
        onChange={({ target }) => change({ name: asScreenName(target.value), code })}
      />
      <TextField
        label="Code that the wall shows"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={CODE}
        value={code}
        hint="Leave it out to set up the screen first."
        onChange={({ target }) => change({ name: typed, code: target.value.toUpperCase().replace(/[^A-Z0-9]/g, '') })}
      />
    </FormDialog>
  );

  function missingOf(typedCode: string): string | undefined {
    if (name === '') return 'Type a name first.';
    if (problem !== undefined) return 'Choose another name.';
    return typedCode !== '' && typedCode.length < CODE ? `The code has ${CODE} letters and digits.` : undefined;
  }
}
