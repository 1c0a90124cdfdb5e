export { Announcement } from './components/announcement.js';
export { IntroView } from './components/intro-view.js';
export { useConverter } from './hooks/use-converter.js';
export { usePageDrop } from './hooks/use-page-drop.js';
