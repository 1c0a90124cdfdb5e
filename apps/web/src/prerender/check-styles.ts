/** A rule of layers: where a style sheet first names this one. */
const at = (css: string, layer: string): number => css.search(new RegExp(`@layer ${layer}\\b`));

/**
 * Holds that the page's style sheet names the layers in their order: another one would let the base override all
 * components. It breaks when a component's style sheet is imported before `styles/index.css`.
 *
 * @throws {Error} when it does not
 */
export function checkLayerOrder(css: string): void {
  const order = ['base', 'components', 'utilities'].map((layer) => at(css, layer));
  if (order.some((place, index) => place < (order[index - 1] ?? 0))) {
    throw new Error('style layers out of order: main.tsx must import styles/index.css first');
  }
}
