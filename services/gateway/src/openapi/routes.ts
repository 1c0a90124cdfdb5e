import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { type DiscoveryService, MetadataScanner, type Reflector } from '@nestjs/core';
import { ApiRoute, type RouteDescription } from '../http/api-route.js';

/** A described route with its address. */
export interface DescribedRoute {
  /** Upper case. */
  readonly method: string;
  /** Such as `/api/conversions/{id}`. */
  readonly path: string;
  readonly description: RouteDescription;
}

/** Every route of the application that has a description, by path and method. */
export function describedRoutes(discovery: DiscoveryService, reflector: Reflector): DescribedRoute[] {
  const controllers = discovery
    .getControllers()
    .flatMap(({ metatype }) => (metatype ? [metatype as Type] : []));
  return controllers
    .flatMap((controller) => routesOf(controller, reflector))
    .sort((a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'));
}

function routesOf(controller: Type, reflector: Reflector): DescribedRoute[] {
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  return new MetadataScanner().getAllMethodNames(controller.prototype as object).flatMap((name) => {
    const handler = (controller.prototype as Record<string, () => unknown>)[name];
    const description = handler && reflector.get(ApiRoute, handler);
    if (!description) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const ownPath = Reflect.getMetadata(PATH_METADATA, handler) as string;
    return [{ method, path: pathOf(base, ownPath), description }];
  });
}

const pathOf = (...parts: string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`.replaceAll(/:(\w+)/g, '{$1}');
