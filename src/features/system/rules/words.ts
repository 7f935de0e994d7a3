/** Figures in words. */
import { counted } from '#platform/numbers.ts';

const STEPS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Returns '640 bytes', '12.4 MB', '1,020 GB'. A step is 1,024 of the one before. */
export function bytesWords(bytes: number): string {
  let [value, step] = [bytes, 0];
  while (value >= 1000 && step < STEPS.length - 1) [value, step] = [value / 1024, step + 1];
  const digits = step > 0 && value < 100 ? 1 : 0;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} ${STEPS[step]}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the two largest units: '3 days 4 h', '1 h 5 min', '12 min', '40 s'. */
export function spanWords(seconds: number): string {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (days > 0) return `${counted(days, 'day')}${hours > 0 ? ` ${hours} h` : ''}`;
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(seconds)} s`;
}
