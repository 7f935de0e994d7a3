import type { Serve } from '#platform/server/serve.ts';
import { listWarnings, type Warning } from './contract.ts';
import { UNREAD } from './rules.ts';

/** Returns the warnings of one part of the program. */
export type WarningSource = () => Promise<readonly Warning[]> | readonly Warning[];

/** `sources` in the order they are shown; app/server/feature-routes.ts and app.ts list them. One that fails hides no other. */
export function attentionRoutes(
  serve: Serve,
  sources: readonly WarningSource[],
  complain: (message: string, error: Error) => void,
): void {
  serve(listWarnings, async () => {
    const read = await Promise.allSettled(sources.map(async (source) => source()));
    const failures = read.filter((one) => one.status === 'rejected');
    for (const { reason } of failures) complain('could not read warnings', reason);
    const warnings = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    return failures.length === 0 ? warnings : [...warnings, UNREAD];
  });
}
