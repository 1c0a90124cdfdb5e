import type { Route } from '@filemill/api';
import type { Type } from '@nestjs/common';
import { type DiscoveryService, MetadataScanner, type Reflector } from '@nestjs/core';
import { ApiRoute } from '../http/handles.js';

/** Every route that a controller of the application handles, by path and method. */
export function handledRoutes(discovery: DiscoveryService, reflector: Reflector): Route[] {
  return discovery
    .getControllers()
    .flatMap(({ metatype }) => (metatype ? [metatype as Type] : []))
    .flatMap((controller) => routesOf(controller, reflector))
    .sort((a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'));
}

function routesOf(controller: Type, reflector: Reflector): Route[] {
  const { prototype } = controller as { prototype: Record<string, () => unknown> };
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const route = handler && reflector.get(ApiRoute, handler);
    return route ? [route] : [];
  });
}
