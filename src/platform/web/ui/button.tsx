import { type ComponentPropsWithRef, type MouseEvent, useId } from 'react';

export type ButtonTone = 'sun' | 'sea' | 'quiet' | 'ghost' | 'danger';
export type ButtonSize = 'normal' | 'icon';

/** The classes of a button, for links that look like one. They are short because a page sends dozens of them. */
export const buttonClass = (tone: ButtonTone = 'quiet', size: ButtonSize = 'normal'): string =>
  size === 'icon' ? `btn btn-icon btn-${tone}` : `btn btn-${tone}`;

type ButtonProps = ComponentPropsWithRef<'button'> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  /** Set: the button does nothing and says this on hover, on focus and to screen readers. It can still be focused. */
  disabledReason?: string | undefined;
};

const refuse = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

export const Button = ({
  tone = 'quiet',
  size = 'normal',
  disabledReason,
  className = '',
  type = 'button',
  ...rest
}: ButtonProps) => {
  const reasonId = useId();
  const look = `${buttonClass(tone, size)} ${className}`.trim();
  if (!disabledReason) return <button {...rest} type={type} className={look} />;
  const { disabled: _, onClick: __, ...live } = rest;
  return (
    <span className="reason">
      <button
        {...live}
        type={type}
        aria-disabled="true"
        aria-describedby={reasonId}
        onClick={refuse}
        className={look}
      />
      <span id={reasonId} role="tooltip" className="bubble reason-bubble">
        {disabledReason}
      </span>
    </span>
  );
};
