import House from 'lucide-react/icons/house';
import Maximize from 'lucide-react/icons/maximize';
import Minimize from 'lucide-react/icons/minimize';
import { type ChangeEvent, useId } from 'react';
import { Link } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { toggleFullscreen, useFullscreen } from '#platform/web/big-screen.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { useTypedEarly } from '#platform/web/ui/field.tsx';
import { chooseEvent } from './display-address.ts';

type DisplayControlsProps = {
  event: FestivalEvent | null;
  offered: readonly FestivalEvent[];
  children?: React.ReactNode;
};

/** Controls for setting up the display; hidden without input. */
export function DisplayControls({ event, offered, children }: DisplayControlsProps) {
  const id = useId();
  const choice = {
    value: event?.id ?? '',
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => chooseEvent(target.value),
  };
  useTypedEarly(id, choice);
  return (
    <div role="toolbar" aria-label="Display" className="display-controls">
      <Link to="/" aria-label="Back to the events" className={buttonClass('ghost', 'icon')}>
        <House aria-hidden="true" />
      </Link>
      <select id={id} aria-label="Event" {...choice} className="select-box display-select">
        {event === null && <option value="">Select an event</option>}
        {offered.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      {children}
      <FullscreenButton />
    </div>
  );
}

export function FullscreenButton() {
  const fullscreen = useFullscreen();
  const words = fullscreen ? 'Exit fullscreen' : 'Enter fullscreen';
  return (
    <Button tone="ghost" size="icon" aria-label={words} onClick={toggleFullscreen}>
      {fullscreen ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
    </Button>
  );
}
