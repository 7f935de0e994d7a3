import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { changeKinds, readReminding, turnOff, turnOn } from './phone/subscription.ts';

/** Whether this browser is reminded, and of what. Asked again with each opening: the person may have changed a setting of the browser. */
export const remindingQuery = queryOptions({
  queryKey: ['push', 'reminding'],
  queryFn: readReminding,
  gcTime: 0,
});

export const turnOnMutation = mutationOptions({ mutationFn: turnOn });
export const changeKindsMutation = mutationOptions({ mutationFn: changeKinds });
export const turnOffMutation = mutationOptions({ mutationFn: turnOff });
