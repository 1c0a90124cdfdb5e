/** The converter as the dashboard shows it, apart from the home page's. */
export { DashboardConverter } from './components/dashboard-converter.js';
