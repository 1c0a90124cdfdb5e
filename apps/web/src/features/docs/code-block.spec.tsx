import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { type CodeLanguage, Highlighted } from './code-block.js';

afterEach(cleanup);

/** The coloured parts, each as `kind text`. */
function coloured(language: CodeLanguage, code: string): string[] {
  const { container } = render(<Highlighted code={code} language={language} />);
  expect(container.textContent).toBe(code);
  return [...container.querySelectorAll('span')].map(
    ({ className, textContent }) => `${className.replace('code-', '')} ${textContent}`,
  );
}

describe('Highlighted', () => {
  it.each<[CodeLanguage, string, string[]]>([
    [
      'node',
      "#!/usr/bin/node\n/** a ** / b */ const c = `d\n${e}`; // f\nlet g = 'h\\'i' + \"j\";",
      [
        'comment #!/usr/bin/node',
        'comment /** a ** / b */',
        'word const',
        'string `d\n${e}`',
        'comment // f',
        'word let',
        "string 'h\\'i'",
        'string "j"',
      ],
    ],
    [
      'python',
      '"""a "b" ""c\nd"""\nfor e in "f":  # g',
      ['comment """a "b" ""c\nd"""', 'word for', 'word in', 'string "f"', 'comment # g'],
    ],
    ['shell', 'curl -d "a" http://b/node\nnode c.mjs', ['word curl', 'string "a"', 'word node']],
    ['json', '{\n  "a": "true",\n\n  "b": [null]\n}', ['string "a"', 'string "b"', 'word null']],
  ])('colours %s', (language, code, parts) => {
    expect(coloured(language, code)).toEqual(parts);
  });
});
