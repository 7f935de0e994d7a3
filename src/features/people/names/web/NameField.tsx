import Check from 'lucide-react/icons/check';
import { type ComponentPropsWithRef, useRef } from 'react';
import { Link } from 'wouter';
import { NAME_LIMIT } from '#platform/names.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { isAmong } from '../rules.ts';

type NameFieldProps = Omit<ComponentPropsWithRef<typeof TextField>, 'value' | 'onChange' | 'ref' | 'limit'> & {
  /** The names this device has used. */
  names: readonly string[];
  name: string;
  onName: (name: string) => void;
  /** Shown while no name is known, as high as the choices, so that nothing moves when one becomes known. */
  instead?: string;
};

/** A name to type, with this device's names to choose from. */
export function NameField({ names, name, onName, instead, ...field }: NameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onName('');
    input.current?.focus();
  };
  return (
    <div className="grid gap-2.5">
      {names.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-2">
          <legend className="sr-only">Names used on this device</legend>
          {names.map((known) => (
            <Choice key={known} isChosen={isAmong([known], name)} onChoose={() => onName(known)}>
              {known}
            </Choice>
          ))}
          <Choice isChosen={!isAmong(names, name)} onChoose={clear}>
            Someone else
          </Choice>
        </fieldset>
      )}
      {names.length === 0 && instead && <p className="min-h-11 text-sm text-mute">{instead}</p>}
      <TextField
        required
        autoComplete="name"
        autoCapitalize="words"
        {...field}
        ref={input}
        limit={NAME_LIMIT}
        value={name}
        onChange={(change) => onName(change.target.value)}
      />
    </div>
  );
}

type ChoiceProps = { isChosen: boolean; disabled?: boolean; onChoose: () => void; children: string };

/** A name to choose, however long. */
export const Choice = ({ isChosen, disabled = false, onChoose, children }: ChoiceProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    disabled={disabled}
    onClick={onChoose}
    className="filter-chip max-w-full py-1.5 text-left whitespace-normal disabled:cursor-default disabled:opacity-50"
  >
    {isChosen && <Check aria-hidden="true" />}
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </button>
);

/** For the forms by which a visitor registers. */
export const PrivacyLink = () => (
  <p className="text-sm text-mute">
    <Link to="/privacy" className="underline underline-offset-4 hover:text-ink">
      What is stored about you, and how to delete it
    </Link>
  </p>
);
