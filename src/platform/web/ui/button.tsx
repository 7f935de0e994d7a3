import {
  type ComponentPropsWithRef,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react';

export type ButtonTone = 'sun' | 'sea' | 'quiet' | 'ghost' | 'danger';
export type ButtonSize = 'normal' | 'icon';

/** Also for links that look like buttons. Short names, because a page sends dozens of them. */
export const buttonClass = (tone: ButtonTone = 'quiet', size: ButtonSize = 'normal'): string =>
  size === 'icon' ? `btn btn-icon btn-${tone}` : `btn btn-${tone}`;

/** Disables every button below it that can have a `disabledReason`. */
export const ActionsDisabled = createContext<string | undefined>(undefined);

type ButtonProps = ComponentPropsWithRef<'button'> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  /** Shown on hover, on focus and to screen readers. The disabled button can still be focused. */
  disabledReason?: string | undefined;
};

const refuse = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

export const Button = (props: ButtonProps) => {
  const { tone, size, disabledReason: own, className = '', type = 'button', ...rest } = props;
  const disabledForAll = useContext(ActionsDisabled);
  const disabledReason = own ?? disabledForAll;
  const reasonId = useId();
  // What a press brought about is no answer to it: the reason that follows is shown at the next visit.
  const [isPressed, press] = useState(false);
  const look = `${buttonClass(tone, size)} ${className}`.trim();
  if (!('disabledReason' in props)) return <button {...rest} type={type} className={look} />;
  // The same elements with and without a reason, so that a focused button keeps the focus when it becomes disabled.
  const { disabled: _, onClick, ...live } = rest;
  const pressed = (event: MouseEvent<HTMLButtonElement>) => {
    press(true);
    onClick?.(event);
  };
  const disabled = { ...live, 'aria-disabled': true, 'aria-describedby': reasonId, onClick: refuse };
  return (
    <span className="reason" data-pressed={isPressed || undefined}>
      <button
        {...(disabledReason ? disabled : { ...rest, onClick: pressed })}
        onPointerEnter={() => press(false)}
        onFocus={() => press(false)}
        type={type}
        className={look}
      />
      {disabledReason && (
        <span id={reasonId} role="tooltip" className="bubble reason-bubble">
          {disabledReason}
        </span>
      )}
    </span>
  );
};

type ToolProps = {
  icon: ReactNode;
  /** On phones, below the icon. Part of `words`, which are its name. */
  short: string;
  words: string;
  tone?: ButtonTone;
  onClick: () => void;
};

/** One of a row of tools, which share a phone's width. */
export const Tool = ({ icon, short, words, tone = 'ghost', onClick }: ToolProps) => (
  <Button
    tone={tone}
    aria-label={words}
    className="max-sm:min-w-0 max-sm:flex-1 max-sm:flex-col max-sm:gap-0.5 max-sm:px-0.5 max-sm:py-1.5 max-sm:text-[0.8125rem] max-sm:leading-tight"
    onClick={onClick}
  >
    {icon}
    {short === words ? (
      words
    ) : (
      <>
        <span className="sm:hidden">{short}</span>
        <span className="max-sm:hidden">{words}</span>
      </>
    )}
  </Button>
);
