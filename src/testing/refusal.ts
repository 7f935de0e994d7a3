import { Refusal } from '#platform/refusal.ts';

/** What a client would be told, when `act` refuses; otherwise what `act` returns. */
export const refusalOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error.body;
    throw error;
  }
};
