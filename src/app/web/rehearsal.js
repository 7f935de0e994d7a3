/*
 * Runs before every other script, in a rehearsal alone (docs/behaviour.md "Rehearsals"): the page's clock is as far ahead as the
 * server's, and the band says what it shows.
 */
(() => {
  const Machine = Date;
  let ahead = Number(document.querySelector('meta[name="rehearsal"]').content);
  const now = () => Machine.now() + ahead;
  globalThis.Date = new Proxy(Machine, {
    construct: (target, parts, self) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, self),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  const follow = async () => {
    if (document.hidden) return;
    const answer = await fetch('/api/rehearsal').catch(() => null);
    // The address has a festival now.
    if (answer?.status === 404) location.reload();
    if (!answer?.ok) return;
    const clock = await answer.json();
    document.getElementById('rehearsal-clock').textContent = clock.shows;
    if (clock.aheadMs === ahead) return;
    ahead = clock.aheadMs;
    // What depends on the time looks at the clock when the page is shown again.
    document.dispatchEvent(new Event('visibilitychange'));
  };
  addEventListener('DOMContentLoaded', follow);
  addEventListener('rehearsal-moved', follow);
  setInterval(follow, 5000);
})();
