import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { aUsage } from '../../../testing/factories.js';
import { i18n } from '../../../testing/i18n.js';
import { UsageCard } from './usage-card.js';

const show = (change: Parameters<typeof aUsage>[0]) =>
  render(
    <I18nextProvider i18n={i18n}>
      <UsageCard usage={aUsage(change)} />
    </I18nextProvider>,
  );
const badge = (percent: number) => screen.getByText(`${percent} %`);

describe('UsageCard', () => {
  it('shows the usage in total and by category, and when it resets', () => {
    show({ conversions: 12, videoConversions: 5, dataProcessedMB: 1234.5 });
    screen.getByText('of 50 conversions');
    expect(screen.getByRole('meter', { name: 'Videos' }).getAttribute('aria-valuetext')).toBe('5 of 50');
    screen.getByText('Resets on December 1, 2026');
    screen.getByText('1,235 MB processed');
    screen.getByText('Files up to 500 MB');
  });

  it('makes a badge destructive above 80 %, not at 80 %, and shows the rest', () => {
    show({ conversions: 20, imageConversions: 40, audioConversions: 41 });
    expect(badge(80).className).toBe('badge');
    expect(badge(82).className).toContain('badge--solid-danger');
    screen.getByText('Audio: 82 % used. 9 conversions are left until December 1, 2026.');
  });
});
