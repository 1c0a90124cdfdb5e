/** The one place that names the router's package, so that its next major is one change. */
export { createBrowserRouter, Link, Outlet, RouterProvider, useLocation } from 'react-router-dom';
