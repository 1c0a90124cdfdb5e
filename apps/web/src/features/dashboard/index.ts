import '../../styles/dashboard.css';

export { DashboardSkeleton } from './components/dashboard-skeleton.js';
export { DashboardTabs } from './components/dashboard-tabs.js';
export { LoadError } from './components/load-error.js';
export { Person } from './components/person.js';
export { QuickActions } from './components/quick-actions.js';
export { UsageCard } from './components/usage-card.js';
