export { useNow } from '../../../lib/use-now.js';
