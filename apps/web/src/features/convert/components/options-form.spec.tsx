import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { I18nextProvider } from 'react-i18next';
import { i18n } from '../../../testing/i18n.js';
import type { Options } from '../model/item.js';
import type { OptionSchemas } from '../model/option-fields.js';
import { OptionsForm } from './options-form.js';

/** A stub: Radix measures its controls, but jsdom has no layout. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const MADE_UP: OptionSchemas = {
  millSpeed: { type: 'integer', minimum: 32, maximum: 5_120, unit: 'rpm', description: 'How fast it turns.' },
  grain: { type: 'string', enum: ['fine', 'coarse'], default: 'fine' },
  keepBran: { type: 'boolean', default: true, title: 'Keep the bran' },
};

function setUp(props: Partial<ComponentProps<typeof OptionsForm>> = {}) {
  const onApply = jest.fn();
  const expected = ({ grain }: Options) =>
    grain === 'coarse' ? { fromBytes: 2_097_152, toBytes: 1_048_576, seconds: 11.4 } : undefined;
  render(
    <I18nextProvider i18n={i18n}>
      <OptionsForm schemas={MADE_UP} values={{}} expect={expected} onApply={onApply} {...props} />
    </I18nextProvider>,
  );
  return { onApply, user: userEvent.setup() };
}

describe('OptionsForm', () => {
  it('renders an unknown schema, and applies only values that differ from the defaults', async () => {
    const { onApply, user } = setUp();
    expect(screen.getByText('How fast it turns.')).toBeDefined();
    await user.type(screen.getByRole('spinbutton', { name: 'Mill speed' }), '640');
    await user.click(screen.getByRole('radio', { name: 'coarse' }));
    await user.click(screen.getByRole('switch', { name: 'Keep the bran' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).toHaveBeenCalledWith({ millSpeed: 640, grain: 'coarse', keepBran: false });
  });

  it('shows the expected size and time when others were measured', async () => {
    const { user } = setUp();
    expect(screen.queryByText(/about/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'coarse' }));
    expect(screen.getByText('about 1 MB')).toBeDefined();
    expect(screen.getByText('from 2 MB, 0:11')).toBeDefined();
  });

  it('names range and nearest value, and blocks only Apply', async () => {
    const { onApply, user } = setUp();
    await user.type(screen.getByRole('spinbutton', { name: 'Mill speed' }), '6000');
    expect(screen.getByText('32 to 5120 rpm. Nearest: 5120.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.getByRole('spinbutton', { name: 'Mill speed' })).toHaveProperty('value', '');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).toHaveBeenCalledWith({});
  });

  it('puts many settings under headings, and finds them by name, meaning and heading', async () => {
    const many: OptionSchemas = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `stone${index}`,
        {
          type: 'boolean',
          advanced: true,
          group: index < 10 ? 'size' : 'sound',
          description: `Row ${index}.`,
        },
      ]),
    );
    const { onApply, user } = setUp({ schemas: { ...MADE_UP, ...many } });
    await user.click(screen.getByText('All options'));
    const sound = screen.getByRole('group', { name: 'Sound' });
    expect(within(sound).getAllByRole('switch')).toHaveLength(20);
    const search = screen.getByRole('searchbox', { name: 'Search options' });
    await user.type(search, 'row 25');
    expect(screen.queryByRole('group', { name: 'Size and cut' })).toBeNull();
    await user.click(
      within(screen.getByRole('group', { name: 'Sound' })).getByRole('switch', { name: 'Stone25' }),
    );
    await user.clear(search);
    await user.type(search, 'size and{Enter}');
    expect(within(screen.getByRole('group', { name: 'Size and cut' })).getAllByRole('switch')).toHaveLength(
      10,
    );
    expect(onApply).not.toHaveBeenCalled();
    await user.clear(search);
    await user.type(search, 'millet');
    expect(screen.getByRole('status').textContent).toBe('No option found.');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).toHaveBeenCalledWith({ stone25: true });
  });

  it('offers the settings for the other files of this kind, if there are any', async () => {
    const onApplyToAll = jest.fn();
    const { onApply, user } = setUp({ onApplyToAll });
    await user.click(screen.getByRole('radio', { name: 'coarse' }));
    await user.click(screen.getByRole('button', { name: 'Use for all files of this kind' }));
    expect(onApplyToAll).toHaveBeenCalledWith({ grain: 'coarse' });
    expect(onApply).not.toHaveBeenCalled();
  });
});
