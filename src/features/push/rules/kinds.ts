/** What a phone is told of; each kind can be switched off. */
export const KINDS = ['starts', 'changed', 'promoted', 'called', 'points', 'urgent'] as const;
export type Kind = (typeof KINDS)[number];

/** `eventId`: everybody with a place or in line there. */
export type Recipients =
  | { readonly visitors: readonly string[] }
  | { readonly eventId: string; readonly placesOnly?: true }
  | 'everybody';
