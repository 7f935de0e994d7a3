import { Refusal, type Verdict } from '#platform/refusal.ts';

/** Accounts one device may create: a family has several names (behaviour.md section 2). */
export const ACCOUNTS_PER_DEVICE = 6;

export const canCreateAccount = (accountsOfDevice: number): Verdict =>
  accountsOfDevice < ACCOUNTS_PER_DEVICE
    ? null
    : new Refusal('TOO_MANY_HERE', `This device already has ${ACCOUNTS_PER_DEVICE} accounts.`);

export const nameTaken = (name: string): Refusal =>
  new Refusal('NAME_TAKEN', `Someone is already called ${name}. Add an initial.`, { field: 'name' });
