import { screen, within } from '@testing-library/react';
import { userEvent } from './user-event.ts';

/** Types the password into the dialog and sends it. In jsdom Enter finds no button outside its form. */
export async function sendPassword(password: string): Promise<void> {
  const asked = await screen.findByRole('dialog', { name: 'Enter Admin Password' });
  const field = within(asked).getByLabelText('Password');
  await userEvent.clear(field);
  await userEvent.type(field, password);
  await userEvent.click(within(asked).getByRole('button', { name: /^(Unlock|Verifying...)$/ }));
}
