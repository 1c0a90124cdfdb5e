/** The one place that names the router's package, so that its next major is one change. */
export { BrowserRouter, Navigate, Route, Routes, useSearchParams } from 'react-router-dom';
