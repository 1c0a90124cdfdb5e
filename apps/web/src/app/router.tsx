import { DEFAULT_LANGUAGE, LANGUAGES } from '@filemill/product';
import { localPath } from '../lib/local-path.js';
import { Navigate, Route, Routes } from '../lib/router.js';
import { ALIASES, NOT_FOUND, PAGES } from './pages.js';
import { Layout } from './routes/layout.js';

/** Which page an address shows: the same ones below the prefix of each language. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {LANGUAGES.map(({ id }) => (
          <Route key={id} path={id === DEFAULT_LANGUAGE ? '/' : `/${id}`}>
            {PAGES.map(({ path, Page }) => (
              <Route key={path} path={path.slice(1)} element={<Page />} />
            ))}
            {ALIASES.map(({ path, to }) => (
              <Route key={path} path={path.slice(1)} element={<Navigate to={localPath(id, to)} replace />} />
            ))}
            <Route path="*" element={<NOT_FOUND.Page />} />
          </Route>
        ))}
      </Route>
    </Routes>
  );
}
