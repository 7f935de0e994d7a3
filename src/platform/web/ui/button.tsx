import { type ComponentPropsWithRef, createContext, type MouseEvent, useContext, useId, useState } from 'react';

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
