// Leads from an address without a language to the one that fits, before the first paint: what was chosen in this
// browser, else what the browser prefers, else English. A file of its own, since the page allows no inline script.
(() => {
  // The build fills them in, the default first.
  const known = '%LANGUAGES%'.split(' ');
  const [fallback, ...others] = known;
  const { pathname, search, hash } = location;
  if (others.includes(pathname.split('/')[1])) return;
  const product = document.querySelector('meta[name="application-name"]').content.toLowerCase();
  const codeOf = (tag) => known.find((id) => id === tag?.toLowerCase().split('-')[0]);
  let stored;
  try {
    stored =
      codeOf(localStorage.getItem(`${product}-language`)) ??
      codeOf(localStorage.getItem('preferredLanguage'));
  } catch {
    // Storage may be blocked: the browser's languages then.
  }
  const language = stored ?? navigator.languages.map(codeOf).find((id) => id !== undefined) ?? fallback;
  if (language !== fallback)
    location.replace(`/${language}${pathname === '/' ? '' : pathname}${search}${hash}`);
})();
