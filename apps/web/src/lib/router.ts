/** The one place that names the router's package, so that its next major is one change. */
export { BrowserRouter, Link, Outlet, Route, Routes, useLocation } from 'react-router-dom';
