/** Calls a handler without a request, as a caller that no request brings: one whose device moves meanwhile, or the clock's. */
import type { Endpoint, Input } from '#platform/contract.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Handled, Handler, Received, Serve } from '#platform/server/serve.ts';

type Given<E extends Endpoint> = Partial<Omit<Received<E>, 'caller'>> &
  Pick<Input<E>, 'params'> & { readonly by: Caller };

const NO_REQUEST = { idempotency: null, network: null, sentHeader: () => null };

export function callHandler<const E extends Endpoint>(
  routes: (serve: Serve) => void,
  endpoint: E,
  { by, ...call }: Given<E>,
): Handled<E> {
  const handlers = new Map<string, Handler<E>>();
  routes((served, handler) => void handlers.set(served.route, handler as unknown as Handler<E>));
  const handler = handlers.get(endpoint.route);
  if (handler === undefined) throw new Error(`${endpoint.route} is not served`);
  return handler({ ...NO_REQUEST, caller: async () => by, ...call } as unknown as Received<E>);
}
