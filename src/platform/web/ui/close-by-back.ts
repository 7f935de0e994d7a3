/**
 * Lets Back close the dialog on top where the browser has no CloseWatcher. All open dialogs have one entry in the history together: one
 * dialog often closes as another opens.
 */

const open: (() => void)[] = [];
let hasEntry = false;

function addEntry(): void {
  history.pushState({ ...history.state, isDialog: true }, '');
  hasEntry = true;
}

/** The last dialog is closed: its entry goes, unless the page has gone on to another address. */
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

/** Calls `close` at Back while the dialog is open. Returns what to call when it is closed. */
export function closeByBack(close: () => void): () => void {
  if (open.length === 0) addEventListener('popstate', wentBack);
  open.push(close);
  if (!hasEntry) addEntry();
  return () => {
    open.splice(open.indexOf(close), 1);
    setTimeout(settle);
  };
}
