// Keeps the pages that were opened, and what they are made of, so that they open without a network. Calls of the API,
// downloads and the admin application are never touched or kept. Each build has a cache of its own: that of the one
// before goes when the last of its pages is closed.
const PREFIX = 'pages-';
const CACHE = `${PREFIX}%BUILD%`;
const FOREIGN = /^\/(api|admin)(\/|$)/;
/** Names with a hash of the content: what they name never changes. */
const HASHED = '/assets/';
/** Languages that a path can start with. The build fills in all of them, the default first: its pages have no prefix. */
const [, ...LANGUAGES] = '%LANGUAGES%'.split(' ');

function offlinePage(pathname) {
  const first = pathname.split('/')[1];
  return LANGUAGES.includes(first) ? `/${first}/offline` : '/offline';
}

/** Takes an answer from the network, and keeps it under its path. */
async function fetched(event, pathname) {
  const response = await fetch(event.request);
  if (response.ok && !response.redirected) {
    const copy = response.clone();
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(pathname, copy)));
  }
  return response;
}

async function networkFirst(event, pathname) {
  try {
    return await fetched(event, pathname);
  } catch (error) {
    const kept = await caches.match(pathname);
    const instead = event.request.mode === 'navigate' ? await caches.match(offlinePage(pathname)) : undefined;
    if (kept ?? instead) return kept ?? instead;
    throw error;
  }
}

const cacheFirst = async (event, pathname) => (await caches.match(pathname)) ?? fetched(event, pathname);

addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || FOREIGN.test(pathname)) return;
  event.respondWith((pathname.startsWith(HASHED) ? cacheFirst : networkFirst)(event, pathname));
});

/** An open page says what it is made of: it was fetched before this program ran. */
addEventListener('message', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    for (const pathname of [...event.data, offlinePage(event.data[0])]) {
      if (!(await cache.match(pathname))) await cache.add(pathname);
    }
  };
  event.waitUntil(keep());
});

addEventListener('activate', (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(clean());
});
