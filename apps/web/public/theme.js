// Sets the theme before the first paint. A file of its own, since the page allows no inline script.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('filemill-theme');
  } catch {
    // Storage may be blocked: the system's theme it is.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
