import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from '../lib/router.js';
import { Home } from './routes/home.js';
import { Layout } from './routes/layout.js';

const NotFound = lazy(async () => ({ default: (await import('./routes/not-found.js')).NotFound }));

/** Which page an address shows. */
export function AppRouter() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Layout />}>
          <Route path="/" element={<Home />} />
          <Route
            path="*"
            element={
              <Suspense>
                <NotFound />
              </Suspense>
            }
          />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
