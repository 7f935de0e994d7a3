import { BracketButtons } from '#features/brackets/web/BracketButtons.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { EventControl } from '#features/events/web/EventControl.tsx';

const bracket = (event: FestivalEvent) => <BracketButtons event={event} />;

/** Events know their status; what can be done with a bracket is told by brackets. */
export const EventControlPanel = ({ zone }: { zone: string }) => <EventControl zone={zone} bracket={bracket} />;
