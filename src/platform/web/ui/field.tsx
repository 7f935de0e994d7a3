import {
  type ChangeEvent,
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
} from 'react';
import { type Limits, readWhole, stepped } from '../../numbers.ts';
import { useHydrated } from '../hydrated.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Controlled<F> = { readonly value?: unknown; readonly onChange?: ((change: ChangeEvent<F>) => void) | undefined };

/** Takes over what was typed before hydration. React would overwrite it, which also ends an open composition. */
export const useTypedEarly = <F extends Field>(id: string, { value, onChange }: Controlled<F>): void => {
  const hydrated = useHydrated();
  const handOver = useEffectEvent(() => {
    const target = document.getElementById(id) as F;
    if (hydrated || value === undefined || target.value === String(value)) return;
    onChange?.({ target, currentTarget: target } as ChangeEvent<F>);
  });
  useLayoutEffect(() => handOver(), []);
};

const BOX =
  'block w-full min-h-11 scroll-my-14 rounded-xl border border-edge bg-deep px-3.5 py-2 text-base text-ink placeholder:text-mute transition-colors duration-150 hover:border-mute aria-invalid:border-coral disabled:opacity-60';

type Shared = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  count?: string | undefined;
  /** Screen readers still read it. */
  quietLabel?: boolean;
};

type FrameProps = Shared & { id: string; required?: boolean | undefined; children: ReactNode };

const Frame = ({ id, label, error, hint, required, count, quietLabel, children }: FrameProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
    <div className={quietLabel ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
      <label htmlFor={id} className="min-w-0 font-semibold [overflow-wrap:anywhere]">
        {label}
        {required && (
          <span aria-hidden="true" className="text-coral">
            {' *'}
          </span>
        )}
      </label>
      {count && (
        <span id={`${id}-count`} className="text-sm whitespace-nowrap text-mute">
          {count}
        </span>
      )}
    </div>
    {children}
    {hint && (
      <p id={`${id}-hint`} className="text-sm text-mute">
        {hint}
      </p>
    )}
    <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-coral empty:hidden">
      {error}
    </p>
  </div>
);

const describe = (id: string, { count, hint, error }: Shared) => ({
  'aria-describedby':
    [count && `${id}-count`, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
});

type CheckFieldProps = {
  checked: boolean;
  onCheck: (checked: boolean) => void;
  className?: string;
  children: ReactNode;
};

export const CheckField = ({ checked, onCheck, className = '', children }: CheckFieldProps) => (
  <label className={`flex min-h-11 cursor-pointer items-center gap-3 ${className}`}>
    <input
      type="checkbox"
      className="pixel-check shrink-0"
      checked={checked}
      onChange={({ target }) => onCheck(target.checked)}
    />
    {children}
  </label>
);

/** Characters before the limit from which they are counted. */
const NEAR = 10;

type TextFieldProps = Shared &
  /** `useDialogLayer` moves the focus. */
  Omit<ComponentPropsWithRef<'input'>, 'autoFocus'> & {
    /** Code points. */
    limit?: number;
  };

export const TextField = ({
  label,
  error,
  hint,
  limit = Number.POSITIVE_INFINITY,
  quietLabel = false,
  className = '',
  ...rest
}: TextFieldProps) => {
  const made = useId();
  const id = rest.id ?? made;
  useTypedEarly(id, rest);
  const length = [...String(rest.value ?? '').trim()].length;
  const shared = {
    label,
    hint,
    quietLabel,
    count: length < limit - NEAR ? undefined : `${length} of ${limit}`,
    error: error ?? (length > limit ? `At most ${limit} characters.` : undefined),
  };
  return (
    <Frame {...shared} id={id} required={rest.required}>
      <input type="text" {...describe(id, shared)} {...rest} id={id} className={`${BOX} ${className}`} />
    </Frame>
  );
};

type NumberFieldProps = Omit<TextFieldProps, 'limit' | 'onChange' | 'type'> &
  Limits & {
    value: string;
    onType: (typed: string) => void;
    step?: number;
    /** For text that is no number. */
    fallback?: number;
  };

/** Type `number` changes under the mouse wheel, and says nothing of what it cannot read. */
export const NumberField = ({ min, max, step = 1, fallback, error, onType, onKeyDown, ...rest }: NumberFieldProps) => {
  const number = readWhole(rest.value);
  const instead = fallback === undefined ? '.' : `, so it will be ${fallback}.`;
  const problem = rest.value.trim() === '' || number !== null ? undefined : `This is not a whole number${instead}`;
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onType(String(stepped(number, event.key === 'ArrowUp' ? 1 : -1, { min, max, step })));
  };
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      placeholder={fallback?.toString()}
      {...rest}
      {...{ min, max, step }}
      error={error ?? problem}
      onKeyDown={press}
      onChange={(change) => onType(change.target.value)}
    />
  );
};

type SearchFieldProps = Omit<TextFieldProps, 'onChange'> & { value: string; onSearch: (typed: string) => void };

export const SearchField = ({ onSearch, ...rest }: SearchFieldProps) => (
  <TextField
    type="search"
    enterKeyHint="search"
    autoComplete="off"
    {...rest}
    onChange={(change) => onSearch(change.target.value)}
  />
);

export const TextArea = ({
  label,
  error,
  hint,
  quietLabel = false,
  className = '',
  ...rest
}: Shared & ComponentPropsWithRef<'textarea'>) => {
  const made = useId();
  const id = rest.id ?? made;
  useTypedEarly(id, rest);
  const shared = { label, error, hint, quietLabel };
  return (
    <Frame {...shared} id={id} required={rest.required}>
      <textarea rows={3} {...describe(id, shared)} {...rest} id={id} className={`${BOX} resize-y ${className}`} />
    </Frame>
  );
};

export type Choice = { readonly value: string; readonly label: string };

export const SelectField = ({
  label,
  error,
  hint,
  quietLabel = false,
  options,
  className = '',
  ...rest
}: Shared & { options: readonly Choice[] } & ComponentPropsWithRef<'select'>) => {
  const made = useId();
  const id = rest.id ?? made;
  useTypedEarly(id, rest);
  const shared = { label, error, hint, quietLabel };
  return (
    <Frame {...shared} id={id} required={rest.required}>
      <select
        {...describe(id, shared)}
        {...rest}
        id={id}
        className={`${BOX} select-box cursor-pointer pr-9 ${className}`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
};
