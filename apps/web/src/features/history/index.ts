import '../../styles/history.css';

export { HistoryPage } from './components/history-page.js';
export { RecentActivity } from './components/recent-activity.js';
