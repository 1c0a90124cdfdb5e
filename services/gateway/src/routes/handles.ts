import type { AnswerOf, Route } from '@filemill/api';
import {
  createParamDecorator,
  type ExecutionContext,
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  UseGuards,
} from '@nestjs/common';
import { routePattern } from '../http/routes.js';
import { guardsOf } from '../identity/caller.guard.js';
import { type CallOf, readCall } from './call.js';

/** JSON, or nothing from a handler that sends the answer by itself. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler of type void returns neither JSON nor undefined
type Result<R extends Route> = AnswerOf<R> | void;

type Handler<R extends Route> = (call: CallOf<R>, ...others: never[]) => Result<R> | Promise<Result<R>>;

/**
 * Binds a handler to a route of packages/api: its method and path, guards for the declared callers, the status of a
 * success, and how long it may be cached. The handler's first parameter becomes the {@link CallOf} the route; input that
 * does not match the declaration is refused, even if the handler has no parameter. A handler of another type does not
 * compile.
 *
 * @throws {TypeError} if there is no guard for the declared callers
 */
export const Handles =
  <const R extends Route>(route: R) =>
  <H extends Handler<R>>(target: object, name: string, method: TypedPropertyDescriptor<H>): void => {
    const { cacheSeconds } = route;
    const caching = cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`;
    const decorators = [
      RequestMapping({ method: RequestMethod[route.method], path: routePattern(route) }),
      UseGuards(...guardsOf(route)),
      HttpCode(successOf(route)),
      Header('cache-control', caching),
    ];
    for (const decorate of decorators) decorate(target, name, method);
    const Call = createParamDecorator((_data: unknown, context: ExecutionContext) =>
      readCall(route, context.switchToHttp().getRequest()),
    );
    Call()(target, name, 0);
  };

/** The first status that a route declares; a handler may set another one. */
const successOf = ({ answers }: Route): number => Math.min(...Object.keys(answers).map(Number));
