/* Runs in the head before the first paint, inlined by the server under a CSP hash, so it stays plain, old and tiny. */
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'night' || theme === 'daylight') root.dataset.theme = theme;
    // An app on an iPhone's home screen begins without what the browser knows.
    if (matchMedia('(display-mode: standalone)').matches && !localStorage.getItem('names')) root.dataset.newcomer = '';
    // Room for the strip of the day's home.
    if (localStorage.getItem('mine')) root.dataset.mine = '';
    if (localStorage.getItem('been')) root.dataset.been = '';
    if (localStorage.getItem('desk-day')) root.dataset.deskSeen = '';
    if (localStorage.getItem('festival-admin-mode') === 'true') {
      root.dataset.admin = '';
      // As useDashboardSidebar does.
      if (/^\/admin(?:\/|$)/.test(location.pathname)) root.dataset.sidebar = 'collapsed';
    }
  } catch {}
  // The server renders one page for all searches; the list is shown once it is filtered.
  if (/[?&]q=[^&]/.test(location.search)) root.dataset.searched = '';
  if (/(?:^|; )sidebar_state=false(?:;|$)/.test(document.cookie)) root.dataset.sidebar = 'collapsed';
  // Until the page is hydrated, buttons have no handlers; early-press.ts repeats a press that nothing followed.
  const note = (event) => {
    if (!root.dataset.alive) window.pressed = event;
  };
  for (const type of ['click', 'keydown', 'input']) addEventListener(type, note, true);
})();
