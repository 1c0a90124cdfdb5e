import { Dialog } from '@filemill/ui';
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

function Example() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Login" closeLabel="Close">
        <input aria-label="Email" />
      </Dialog>
    </>
  );
}

describe('Dialog', () => {
  it.each(['{Escape}', 'Close'])('takes the focus, and returns it when %s closes it', async (way) => {
    const user = userEvent.setup();
    render(<Example />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await user.click(opener);
    expect(screen.getByRole('dialog', { name: 'Login' }).contains(document.activeElement)).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }));
    if (way === 'Close') await user.click(screen.getByRole('button', { name: way }));
    else await user.keyboard(way);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });
});
