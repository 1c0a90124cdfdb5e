import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { anInput, anItem, aTarget } from '../../../testing/factories.js';
import { i18n } from '../../../testing/i18n.js';
import type { Item } from '../model/item.js';
import { expectedId, RowExpected } from './row-expected.js';

const LOSSES = [
  { code: 'animation_dropped', message: 'all frames but the first' },
  { code: 'a_newer_code', message: 'something new' },
];
const anItemTo = (change: Parameters<typeof aTarget>[1], status: Item['status'] = 'ready'): Item =>
  anItem({ status, target: 'jpg', input: { ...anInput('gif', []), outputs: [aTarget('jpg', change)] } });

function show(item: Item): string {
  const { container } = render(
    <I18nextProvider i18n={i18n}>
      <RowExpected item={item} />
    </I18nextProvider>,
  );
  return container.textContent ?? '';
}

describe('RowExpected', () => {
  it('names what may be lost, and codes that it does not know in the words of the server', () => {
    const item = anItemTo({ losses: LOSSES });
    expect(show(item)).toBe('May be lost: all frames but the first, something new.');
    expect(screen.getByText(/May be lost/).closest('div')?.id).toBe(expectedId(item));
  });

  it('names the three gravest of many, and all of them when asked', async () => {
    const losses = ['one', 'two', 'three', 'four', 'five'].map((message, n) => ({
      code: `new_${n}`,
      message,
    }));
    show(anItemTo({ losses }));
    expect(screen.getByText(/May be lost: one, two, three\./)).toBeDefined();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show all (5)' }));
    expect(screen.getByText(/May be lost: one, two, three, four, five\./)).toBeDefined();
  });

  it('tells the usual time only if it was measured', () => {
    expect(show(anItemTo({ medianMs: 1_250 }))).toContain('Usually takes 1.25');
    expect(show(anItemTo({ losses: LOSSES }))).not.toContain('Usually');
  });

  it('is absent without anything to tell, and once the file is converted', () => {
    expect([show(anItemTo({})), expectedId(anItemTo({}))]).toEqual(['', undefined]);
    expect(expectedId(anItemTo({ losses: LOSSES }, 'completed'))).toBeUndefined();
  });
});
