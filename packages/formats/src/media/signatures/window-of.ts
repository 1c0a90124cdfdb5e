import { Window } from '../../bytes/page-window.js';
import type { Content } from '../../detect/content.js';

const openWindow = async ({ reader }: Content): Promise<Window> => new Window(reader);

/** One window on a content, for all signatures that read more than its head. */
export const windowOf = (content: Content): Promise<Window> => content.once(openWindow);
