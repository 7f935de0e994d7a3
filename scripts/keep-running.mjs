/**
 * Keeps one child of `launch` running. `restart` kills it, because a graceful stop would wait for open streams. Several
 * restarts before it has ended launch one child.
 */
export const keepRunning = (launch) => {
  let child = launch();
  const relaunch = () => {
    child = launch();
  };
  return {
    restart() {
      if (child.exitCode !== null || child.signalCode !== null) return relaunch();
      if (child.killed) return;
      child.once('exit', relaunch);
      child.kill('SIGKILL');
    },
    stop() {
      child.off('exit', relaunch);
      child.kill('SIGTERM');
    },
  };
};
