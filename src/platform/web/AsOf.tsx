import { clockTime, festivalDay, tickerTime } from '#platform/time.ts';
import { useDataAge } from './data-age.ts';
import { useNow } from './now.tsx';

/** '11:10 AM', with the date when it is not of today. */
export const StaleTime = ({ at, zone }: { at: string; zone: string }) => {
  const isToday = festivalDay(at, zone) === festivalDay(useNow(), zone);
  return <time dateTime={at}>{isToday ? clockTime(at, zone) : tickerTime(at, zone)}</time>;
};

/** 'As of 11:10 AM' while the server cannot be reached. */
export const AsOf = ({ zone }: { zone: string }) => {
  const at = useDataAge();
  return (
    at !== null && (
      <span>
        As of <StaleTime at={at} zone={zone} />
      </span>
    )
  );
};
