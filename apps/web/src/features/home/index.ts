export { ApiShowcase } from './api-showcase.js';
export { Features } from './features.js';
export { FormatBand } from './format-band.js';
export { FormatWall } from './format-wall.js';
export { HeroCopy } from './hero-copy.js';
export { Pricing } from './pricing.js';
export { Questions } from './questions.js';
