/** Returns a function that calls `act`, except while its last call has not settled yet. For timers. */
export function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await act();
    } finally {
      isRunning = false;
    }
  };
}
