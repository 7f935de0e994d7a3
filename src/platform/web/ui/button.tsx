import { type ComponentPropsWithRef, type MouseEvent, useId } from 'react';

export type ButtonTone = 'sun' | 'sea' | 'quiet' | 'ghost' | 'danger';
export type ButtonSize = 'normal' | 'icon';

const SHAPE =
  'inline-flex items-center justify-center gap-2 rounded-xl text-center font-semibold leading-tight transition-[background-color,translate,box-shadow,opacity] duration-150 select-none touch-manipulation cursor-pointer [&_svg]:size-5 [&_svg]:shrink-0 active:translate-y-px aria-disabled:cursor-not-allowed aria-disabled:translate-y-0 disabled:cursor-not-allowed';

const SIZE: Record<ButtonSize, string> = {
  normal: 'min-h-11 px-5 py-2 text-base',
  icon: 'size-11 shrink-0 p-0',
};

const OFF =
  'aria-disabled:bg-off aria-disabled:text-mute aria-disabled:border-transparent aria-disabled:shadow-none disabled:bg-off disabled:text-mute disabled:border-transparent disabled:shadow-none';

const TONE: Record<ButtonTone, string> = {
  sun: 'bg-sun-fill text-on-sun shadow-[0_3px_0_var(--color-sun-edge)] hover:bg-sun-bright active:shadow-[0_1px_0_var(--color-sun-edge)]',
  sea: 'bg-sea-fill text-on-sea hover:bg-sea-bright',
  quiet: 'bg-raise text-ink hover:bg-raise-bright',
  ghost: 'border border-line bg-panel text-ink hover:bg-raise',
  danger: 'bg-coral-fill text-on-coral hover:bg-coral-bright',
};

/** The classes of a button, for links that look like one. */
export const buttonClass = (tone: ButtonTone = 'quiet', size: ButtonSize = 'normal'): string =>
  `${SHAPE} ${SIZE[size]} ${TONE[tone]} ${OFF}`;

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
  const look = `${buttonClass(tone, size)} ${className}`;
  if (!disabledReason) return <button {...rest} type={type} className={look} />;
  const { disabled: _, onClick: __, ...live } = rest;
  return (
    <span className="group/reason relative inline-grid">
      <button
        {...live}
        type={type}
        aria-disabled="true"
        aria-describedby={reasonId}
        onClick={refuse}
        className={look}
      />
      <span
        id={reasonId}
        role="tooltip"
        className="bubble pointer-events-none invisible absolute bottom-full left-1/2 z-20 mb-2 w-max max-w-56 -translate-x-1/2 group-focus-within/reason:visible group-hover/reason:visible"
      >
        {disabledReason}
      </span>
    </span>
  );
};
