import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { i18n } from '../../testing/i18n.js';
import { markers, RichText } from './rich-text.js';

describe('RichText', () => {
  it('puts elements in the places of names, and a skeleton where a value is not known yet', () => {
    const values = { email: <a href="mailto:a@b.example">a@b.example</a>, operator: undefined };
    const text = i18n.t('legal:documents.terms.intro', markers(values));
    const { container } = render(
      <RichText text={`${text} {${markers(values).email}}`} values={values} loading="loading" />,
    );
    expect(container.textContent).toMatch(/between you and loading \("we"\).* \{a@b\.example\}$/);
    expect(container.querySelectorAll('.sk')).toHaveLength(1);
    expect(container.querySelector('a')?.getAttribute('href')).toBe('mailto:a@b.example');
  });
});
