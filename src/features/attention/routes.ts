import type { Serve } from '#platform/server/serve.ts';
import { listWarnings, type Warning } from './contract.ts';

/** Returns the warnings of one part of the program. */
export type WarningSource = () => Promise<readonly Warning[]> | readonly Warning[];

/** `sources` in the order they are shown; app/server/app.ts lists them. */
export function attentionRoutes(serve: Serve, sources: readonly WarningSource[]): void {
  serve(listWarnings, async () => (await Promise.all(sources.map((source) => source()))).flat());
}
