import { LANGUAGE_IDS, type Language } from '@filemill/product';
import type { MailKind } from '../outbox/outbox.repository.js';

/** One mail in one language. `{product}`, `{support}` and `{minutes}` are placeholders. */
interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Label of the link, after the first paragraph; absent in a mail without one. */
  readonly action?: string;
}

/** All mails in one language. */
export type MailTexts = Readonly<Record<MailKind, MailText>>;

/** One file per language, which exports its texts by its id. */
const textsOf = async (language: Language): Promise<readonly [Language, MailTexts]> => {
  const file = (await import(`./texts/${language}.js`)) as Readonly<Record<string, MailTexts>>;
  const texts = file[language];
  if (!texts) throw new Error(`mail/texts/${language}.ts exports no ${language}`);
  return [language, texts];
};
const TEXTS = Object.fromEntries(await Promise.all(LANGUAGE_IDS.map(textsOf))) as Readonly<
  Record<Language, MailTexts>
>;

/** Values of the placeholders. */
interface MailValues {
  readonly product: string;
  /** E-mail address. */
  readonly support: string;
  /** Validity of a link. */
  readonly minutes: number;
}

/** A mail that is ready to be sent. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Renders a mail as plain text and as simple HTML.
 *
 * @param link - address behind the mail's action, if it has one
 */
export function renderMail(
  kind: MailKind,
  language: Language,
  values: MailValues,
  link?: string,
): RenderedMail {
  const { subject, paragraphs, action } = TEXTS[language][kind];
  const fill = (text: string): string =>
    text.replace(/\{(product|support|minutes)\}/g, (_, name: keyof MailValues) => String(values[name]));
  const [first = '', ...rest] = paragraphs.map(fill);
  const signature = `${values.product} · ${values.support}`;
  const text = [first, ...(link ? [link] : []), ...rest, `-- \n${signature}`].join('\n\n');
  const paragraph = (content: string): string => `<p>${content}</p>`;
  const button = link && `<a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(action ?? link)}</a>`;
  const body = [
    paragraph(escapeHtml(first)),
    ...(button ? [paragraph(button)] : []),
    ...rest.map((sentence) => paragraph(escapeHtml(sentence))),
    `<p style="color:#667">${escapeHtml(signature)}</p>`,
  ].join('\n');
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(fill(subject))}</title></head>
<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:2em auto">
${body}
</body></html>
`;
  return { subject: fill(subject), text: `${text}\n`, html };
}

const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#1f3fd1;color:#fff;text-decoration:none';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
