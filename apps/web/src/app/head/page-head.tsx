import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { publicOrigin } from '../../lib/public-origin.js';
import { useLocation } from '../../lib/router.js';
import { useLanguage } from '../../lib/use-language.js';
import { pageAt } from '../pages.js';
import { type Head, headOf, PAGE_TAG } from './head-tags.js';

/** Keeps elements that the served page has already, and removes its outdated ones. */
function show({ title, tags }: Head): void {
  document.title = title;
  for (const old of document.head.querySelectorAll(`[${PAGE_TAG}]`)) old.remove();
  for (const { name, attributes } of tags) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.setAttribute(PAGE_TAG, '');
    document.head.append(element);
  }
}

/** Keeps title, description and links right while pages and languages change. */
export function PageHead() {
  const { i18n } = useTranslation();
  const language = useLanguage();
  const page = pageAt(useLocation().pathname);
  const isServed = useRef(true);
  useEffect(() => {
    // The served page has its own already.
    if (isServed.current && document.head.querySelector(`[${PAGE_TAG}]`)) {
      isServed.current = false;
      return;
    }
    let isCurrent = true;
    const update = async () => {
      await i18n.loadNamespaces('seo');
      if (i18n.language !== language) await i18n.changeLanguage(language);
      if (!isCurrent) return;
      const t = i18n.getFixedT(language, 'seo');
      const texts = { title: t(`${page.id}.title`), description: t(`${page.id}.description`) };
      show(
        headOf({
          page,
          language,
          origin: publicOrigin(),
          ...texts,
        }),
      );
    };
    void update();
    return () => {
      isCurrent = false;
    };
  }, [i18n, language, page]);
  return null;
}
