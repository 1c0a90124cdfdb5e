import { PictureError } from './picture-error.js';

/**
 * Maximum elements that are drawn if every reference is followed; maps with a million shapes exist, bombs have
 * billions.
 */
const MAX_DRAWN = 2_000_000;

interface Node {
  elements: number;
  /** Ids of the elements that it draws too. */
  readonly uses: string[];
}

/**
 * Counts the elements of a drawing after every `#reference` is replaced by its target: ten lines that each
 * use the line before ten times are ten thousand million shapes.
 */
export class DrawingCost {
  private readonly root: Node = { elements: 0, uses: [] };
  private readonly byId = new Map<string, Node>();
  private readonly enclosing: Node[] = [];

  open(attributes: readonly (readonly [string, string])[], closed: boolean): void {
    const parent = this.enclosing.at(-1) ?? this.root;
    const id = attributes.find(([name]) => name === 'id')?.[1];
    let node = parent;
    if (id !== undefined && !this.byId.has(id)) {
      node = { elements: 0, uses: [] };
      this.byId.set(id, node);
      parent.uses.push(id);
    }
    node.elements++;
    for (const [, value] of attributes) {
      for (const [, plain, inCss] of value.matchAll(/^\s*#([^\s"')]+)|url\(\s*["']?#([^\s"')]+)/g)) {
        node.uses.push(plain ?? inCss ?? '');
      }
    }
    if (!closed) this.enclosing.push(node);
  }

  close(): void {
    this.enclosing.pop();
  }

  /** @throws {PictureError} FILE_CORRUPT above two million */
  check(): void {
    const known = new Map<Node, number>();
    const running = new Set<Node>();
    const total = (node: Node): number => {
      const before = known.get(node);
      if (before !== undefined) return before;
      // Nothing draws an element that refers to itself.
      if (running.has(node)) return 0;
      running.add(node);
      let sum = node.elements;
      for (const id of node.uses) {
        const used = this.byId.get(id);
        if (used) sum += total(used);
      }
      running.delete(node);
      known.set(node, sum);
      return sum;
    };
    // A too deep chain of references causes a RangeError, which is reported as FILE_CORRUPT as well.
    if (total(this.root) > MAX_DRAWN) {
      throw new PictureError('FILE_CORRUPT', 'it repeats its own parts too often');
    }
  }
}
