/** Every endpoint of every contract, found by reading the folders, so that none is forgotten. */
import { readdirSync } from 'node:fs';
import type { Endpoint } from '#platform/contract.ts';

const FEATURES = new URL('../features/', import.meta.url);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'call' in value && 'touches' in value;

/** Sorted by slice and, within a contract, by the endpoint's name. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  for (const noun of readdirSync(FEATURES).sort()) {
    const names = readdirSync(new URL(`${noun}/`, FEATURES));
    if (!names.includes('contract.ts')) continue;
    const contract: Record<string, unknown> = await import(new URL(`${noun}/contract.ts`, FEATURES).href);
    found.push(...Object.values(contract).filter(isEndpoint));
  }
  return found;
}
