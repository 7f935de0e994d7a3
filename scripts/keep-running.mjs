/**
 * Keeps one child of `launch` running. `restart` kills it, because a graceful stop would wait for open streams; the next
 * one starts when it has ended, however many files changed meanwhile.
 */
export const keepRunning = (launch) => {
  let child = launch();
  const again = () => {
    child = launch();
  };
  return {
    restart() {
      if (child.exitCode !== null || child.signalCode !== null) return again();
      if (child.killed) return;
      child.once('exit', again);
      child.kill('SIGKILL');
    },
    stop: () => child.kill('SIGTERM'),
  };
};
