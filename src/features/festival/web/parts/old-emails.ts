/** What a last day long ago does to emails. */
import { emailsGoneBefore } from '#platform/emails.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useFestival } from '../queries.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether emails are deleted when this last day replaces that one. */
export function useDeletesEmails(lastDay: string, before: string): boolean {
  const now = useNow();
  const { timeZone } = useFestival();
  // A date field can be empty, or hold a year of five digits.
  const isDue = (day: string) => DAY.test(day) && emailsGoneBefore({ lastDay: day, timeZone }, now) !== null;
  return isDue(lastDay) && !isDue(before);
}

export const emailsDeleted = (day: string): string =>
  `${day} is more than 30 days ago, so the emails of events that began more than 30 days ago will be deleted for good.`;
