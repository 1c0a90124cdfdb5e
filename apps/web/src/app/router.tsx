import { createBrowserRouter } from '../lib/router.js';
import { Home } from './routes/home.js';
import { Layout } from './routes/layout.js';

export const router = createBrowserRouter([
  {
    element: <Layout />,
    children: [
      { path: '/', element: <Home /> },
      { path: '*', lazy: async () => ({ Component: (await import('./routes/not-found.js')).NotFound }) },
    ],
  },
]);
