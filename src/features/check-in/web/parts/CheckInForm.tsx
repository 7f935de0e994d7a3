import type { FormEvent, KeyboardEvent } from 'react';
import { NameField } from '#features/names/web/NameField.tsx';
import { isolated } from '#platform/isolated.ts';
import { Button } from '#platform/web/ui/button.tsx';

export type FormState = 'arriving' | 'no-token' | 'idle' | 'loading' | 'done';

type CheckInFormProps = {
  /** This device's names, offered as a choice. */
  names: readonly string[];
  playerName: string;
  onType: (name: string) => void;
  onSubmit: (submitted: FormEvent) => void;
  nameMissing: boolean;
  onNameMissing: () => void;
  /** The people of this phone who have a place and are not checked in. */
  family: readonly string[];
  onFamily: () => void;
  state: FormState;
};

/** States in which the page shows the reason itself; screen readers still get the button's. */
const BUSY: readonly FormState[] = ['arriving', 'loading', 'done'];
const QUIET = '[&_.reason-bubble]:hidden';

const NAME_MISSING = 'Please enter your name';

const reasonOf = (state: FormState, named: boolean): string | undefined => {
  switch (state) {
    case 'arriving':
      return 'One moment, your code is being read.';
    case 'no-token':
      return 'Scan the QR code at the entrance first.';
    case 'loading':
      return 'You are being checked in.';
    case 'done':
      return 'You are checked in.';
    case 'idle':
      return named ? undefined : NAME_MISSING;
  }
};

export function CheckInForm(props: CheckInFormProps) {
  const { names, playerName, onType, onSubmit, nameMissing, onNameMissing, family, onFamily, state } = props;
  const named = playerName.trim() !== '';
  // A disabled button ignores Enter, so the reason is shown here.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && !named && state === 'idle') onNameMissing();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      {/* Disabled before hydration, when input would be lost together with the token. */}
      <fieldset disabled={state === 'arriving'} className={`grid min-w-0 gap-4 ${BUSY.includes(state) ? QUIET : ''}`}>
        <NameField
          label="Your Name"
          enterKeyHint="go"
          instead="The name you registered with."
          names={names}
          name={playerName}
          onName={onType}
          onKeyDown={onKeyDown}
          error={nameMissing ? NAME_MISSING : undefined}
          className="min-h-14 text-lg disabled:opacity-100"
        />
        <Button tone="sea" type="submit" disabledReason={reasonOf(state, named)} className="min-h-14 text-lg">
          {state === 'loading' ? 'CHECKING IN...' : 'CHECK IN'}
        </Button>
        {family.length > 1 && state === 'idle' && (
          <Button tone="sun" onClick={onFamily} className="min-h-14 text-lg text-balance [overflow-wrap:anywhere]">
            All of us: {family.map(isolated).join(', ')}
          </Button>
        )}
      </fieldset>
    </form>
  );
}
