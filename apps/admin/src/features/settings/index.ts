export { SettingsView } from './settings-view.js';
