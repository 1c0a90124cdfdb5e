import { rpcNames, SERVICES } from '@filemill/contracts';
import type { ServiceName } from '@filemill/product';
import type { INestMicroservice } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';

interface Pattern {
  readonly service?: string;
  readonly rpc?: string;
}

/**
 * Compares the handlers of a service with its proto. Nest itself answers UNIMPLEMENTED where there is no handler, and
 * takes the last one where there are two.
 *
 * @throws {Error} naming each rpc with no handler or with two, and each handler of no rpc
 */
export function checkRpcHandlers(app: Pick<INestMicroservice, 'get'>, service: ServiceName): void {
  const handled = [...app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => rpcsOf(metatype as { prototype: object } | null, SERVICES[service]));
  const rpcs = rpcNames(service);
  const problems = [
    ...rpcs.filter((rpc) => !handled.includes(rpc)).map((rpc) => `${rpc} has no handler`),
    ...rpcs
      .filter((rpc) => handled.filter((name) => name === rpc).length > 1)
      .map((rpc) => `${rpc} has two handlers`),
    ...handled.filter((name) => !rpcs.includes(name)).map((name) => `${name} is no rpc of the proto`),
  ];
  if (problems.length > 0) throw new Error(`${SERVICES[service]}: ${problems.join('; ')}`);
}

/** The rpcs that the methods of a controller handle, by their decorator `GrpcMethod`. */
function rpcsOf(controller: { prototype: object } | null, service: string): string[] {
  if (!controller) return [];
  const { prototype } = controller;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    if (typeof method !== 'function') return [];
    const patterns = (Reflect.getMetadata(PATTERN_METADATA, method) ?? []) as readonly Pattern[];
    return patterns.flatMap(({ service: of, rpc }) => (of === service && rpc !== undefined ? [rpc] : []));
  });
}
