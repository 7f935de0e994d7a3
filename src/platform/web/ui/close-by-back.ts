/** Without CloseWatcher. All dialogs share one entry in the history: one often closes as another opens. */

const open: (() => void)[] = [];
let hasEntry = false;

function addEntry(): void {
  history.pushState({ ...history.state, isDialog: true }, '');
  hasEntry = true;
}

/** Takes the entry back, unless the page has gone on to another address. */
function settle(): void {
  if (open.length > 0 || !hasEntry) return;
  hasEntry = false;
  if (history.state?.isDialog) history.back();
}

function wentBack(): void {
  if (!hasEntry) return;
  hasEntry = false;
  open.at(-1)?.();
  // A dialog below is still open, or one that asks first.
  setTimeout(() => open.length > 0 && addEntry());
}

/** Returns what to call when the dialog is closed. */
export function closeByBack(close: () => void): () => void {
  if (open.length === 0) addEventListener('popstate', wentBack);
  open.push(close);
  if (!hasEntry) addEntry();
  return () => {
    open.splice(open.indexOf(close), 1);
    setTimeout(settle);
  };
}
