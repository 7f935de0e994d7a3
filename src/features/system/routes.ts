import type { Serve } from '#platform/server/serve.ts';
import { readSystem, type SystemState } from './contract.ts';

/** A state is read once in this time, however many ask. */
const SHARED_MS = 1000;

export function systemRoutes(serve: Serve, read: () => Promise<SystemState>): void {
  let last: { readonly state: Promise<SystemState>; readonly at: number } | null = null;
  serve(readSystem, () => {
    const now = performance.now();
    if (last === null || now - last.at >= SHARED_MS) last = { state: read(), at: now };
    return last.state;
  });
}
