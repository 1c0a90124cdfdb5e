import { describe, expect, it } from '@jest/globals';
import { declared } from '../testing.js';
import { editableRoute, routeFor } from './edited-route.js';
import { optionsOfRoute } from './route-options.js';

const routeOf = (from: string, to: string) => {
  const route = declared.route(from, to);
  if (!route) throw new Error(`no route from ${from} to ${to}`);
  return route;
};
const enginesOf = (from: string, to: string, options: Record<string, unknown>) =>
  routeFor(routeOf(from, to), options).steps.map(({ engine }) => engine);

describe('the route for some settings', () => {
  it('gets a step of sharp only if they ask for a change', () => {
    expect(enginesOf('psd', 'png', {})).toEqual(['stills']);
    expect(enginesOf('psd', 'png', { rotate: 0, mirror: 'none', metadata: 'keep' })).toEqual(['stills']);
    expect(enginesOf('psd', 'png', { width: 60 })).toEqual(['stills', 'sharp']);
    expect(enginesOf('psd', 'png', { grey: true })).toEqual(['stills', 'sharp']);
  });

  it('stays as it is if sharp is on it', () => {
    for (const [from, to] of [
      ['psd', 'jpg'],
      ['png', 'heic'],
      ['jpg', 'webp'],
    ] as const)
      expect(routeFor(routeOf(from, to), { width: 60 })).toBe(routeOf(from, to));
  });

  it('stays as it is in another worker, and where sharp does not read the output', () => {
    for (const [from, to] of [
      ['docx', 'png'],
      ['mp4', 'mkv'],
      ['zip', '7z'],
    ] as const)
      expect(editableRoute(routeOf(from, to))).toBe(routeOf(from, to));
  });

  it('offers the settings of pictures for every picture of the image worker', () => {
    const lacking = declared
      .pairs()
      .filter(({ input, output }) => input.category === 'image' && output.category === 'image')
      // A drawing that stays one has no pixels.
      .filter(({ steps }) => steps.every(({ engine }) => engine !== 'svgo'))
      .filter((route) => optionsOfRoute(route).shape.width === undefined)
      .map(({ input, output }) => `${input.id} ${output.id}`);
    expect(lacking).toEqual([]);
  });

  it('offers those of pages for every picture of a document, and for nothing else', () => {
    expect(Object.keys(optionsOfRoute(routeOf('docx', 'jpg')).shape)).toEqual(
      expect.arrayContaining(['width', 'height', 'fit', 'rotate', 'grey', 'cropLeft']),
    );
    expect(optionsOfRoute(routeOf('docx', 'jpg')).shape.frames).toBeUndefined();
    for (const to of ['txt', 'svg', 'eps'])
      expect(optionsOfRoute(routeOf('pdf', to)).shape.width).toBeUndefined();
  });
});
