/** The one place that names the router's package, so that its next major is one change. Links are `LocalLink`s. */
export {
  BrowserRouter,
  Link as AnyLink,
  Navigate,
  Outlet,
  Route,
  Routes,
  StaticRouter,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom';
