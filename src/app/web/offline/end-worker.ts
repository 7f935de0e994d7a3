/** As worker/removed.ts, from the page: removes the worker and its offline copies, because this page is of a server that has none. */
export async function endWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
