import type { FestivalEvent } from '#features/events/contract.ts';
import type { FestivalFacts } from '#features/festival/contract.ts';
import { cardDate, clockTime } from '#platform/time.ts';
import { screenAt } from './screens.ts';

export type Head = { readonly title: string; readonly description: string };

/**
 * Title and description of a page for tabs, search results and shared links; `event` is the event whose dialog the link
 * opens.
 */
export const headOf = (path: string, festival: FestivalFacts, event: FestivalEvent | null): Head => {
  const screen = screenAt(path);
  const about = `${festival.dates}, ${festival.place}.`;
  if (event !== null) {
    const when = `${cardDate(event.startTime, festival.timeZone)}, ${clockTime(event.startTime, festival.timeZone)}`;
    return {
      title: `${event.title} · ${festival.name}`,
      description: `${when} · ${event.location}. ${event.description}`.trim(),
    };
  }
  return {
    title: screen.title === '' ? festival.name : `${screen.title} · ${festival.name}`,
    description: `${screen.description ?? festival.blurb} ${about}`,
  };
};
