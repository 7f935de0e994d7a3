import { showError, showToast } from './toast.ts';

/** Copies a text and says so with the title `done`. Browsers have no clipboard on plain http: then it says what else to do. */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: done });
  } catch {
    showError(otherwise, 'This browser does not allow copying');
  }
}
