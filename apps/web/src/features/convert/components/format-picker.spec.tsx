import { TooltipProvider } from '@filemill/ui';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { anInput } from '../../../testing/factories.js';
import { i18n } from '../../../testing/i18n.js';
import { FormatPicker } from './format-picker.js';

function setUp() {
  const onChoose = jest.fn();
  const { outputs } = anInput('heic', ['jpg', 'png', 'webp', 'avif', 'pdf']);
  render(
    <I18nextProvider i18n={i18n}>
      <TooltipProvider>
        <FormatPicker
          targets={outputs}
          value={undefined}
          label="Output format of a.heic"
          onChoose={onChoose}
        />
      </TooltipProvider>
    </I18nextProvider>,
  );
  return { onChoose, user: userEvent.setup() };
}

describe('FormatPicker', () => {
  it('opens with the search focused, filters in any case, chooses with Enter and closes', async () => {
    const { onChoose, user } = setUp();
    const trigger = screen.getByRole('button', { name: /Output format of a.heic/ });
    await user.click(trigger);
    const search = screen.getByRole('combobox', { name: 'Search formats' });
    expect(document.activeElement).toBe(search);
    await user.type(search, 'AVI');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['avif']);
    await user.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledWith('avif');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(trigger);
  });

  it('moves with the arrows and names the active option', async () => {
    const { onChoose, user } = setUp();
    await user.click(screen.getByRole('button', { name: /Output format/ }));
    await user.keyboard('{ArrowDown}');
    const active = screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(active)?.textContent).toContain('jpg');
    await user.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledWith('jpg');
  });

  it('opens with a slash and reports when nothing matches', async () => {
    const { user } = setUp();
    screen.getByRole('button', { name: /Output format/ }).focus();
    await user.keyboard('/');
    await user.type(screen.getByRole('combobox'), 'dwg');
    expect(screen.getByText('No format found')).toBeDefined();
    expect(screen.getByText('Try modifying the search or select other files')).toBeDefined();
  });
});
