/*
 * Runs before every other script, in a rehearsal alone (docs/behaviour.md "Rehearsals"): keeps how far the clock is ahead in the
 * mark that the page's clock reads (platform/web/clock.ts), and in the band what it shows.
 */
(() => {
  const mark = document.querySelector('meta[name="rehearsal"]');
  const follow = async () => {
    if (document.hidden) return;
    const answer = await fetch('/api/rehearsal').catch(() => null);
    // The address has a festival now.
    if (answer?.status === 404) location.reload();
    if (!answer?.ok) return;
    const clock = await answer.json();
    document.getElementById('rehearsal-clock').textContent = clock.shows;
    if (Number(mark.content) === clock.aheadMs) return;
    mark.content = clock.aheadMs;
    // What depends on the time looks at the clock when the page is shown again.
    document.dispatchEvent(new Event('visibilitychange'));
  };
  addEventListener('DOMContentLoaded', follow);
  addEventListener('rehearsal-moved', follow);
  setInterval(follow, 5000);
})();
