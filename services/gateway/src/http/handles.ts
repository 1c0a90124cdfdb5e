import type { Route } from '@filemill/api';
import { applyDecorators, RequestMapping, RequestMethod } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

/** The route of packages/api that a handler is bound to. */
export const ApiRoute = Reflector.createDecorator<Route>();

/** A path of the API in the syntax of Nest and Fastify, such as `/api/conversions/:id`. */
export const routePattern = ({ path }: Route): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Binds a handler to a route: its method, its path, and its place in the OpenAPI document. */
export const Handles = (route: Route): MethodDecorator =>
  applyDecorators(
    RequestMapping({ method: RequestMethod[route.method], path: routePattern(route) }),
    ApiRoute(route),
  );
