import { mergeMetadata } from '../core/changes.ts';
import { emit } from '../core/events.ts';
import { invalid } from '../core/faults.ts';
import type { Parsed } from '../core/params.ts';
import { created, defineRoute, equals, filter, listRoute, retrieveRoute, rowsOf } from '../core/route.ts';
import { flag, list, metadata, requiredText, text, webAddress } from '../core/rules.ts';
import { newId } from '../core/store.ts';
import type { Product } from '../core/stored.ts';
import type { World } from '../core/world.ts';

const fields = {
  active: flag(),
  description: text(),
  metadata: metadata(),
  statement_descriptor: text({ max: 22 }),
  tax_code: text(),
  unit_label: text({ max: 12 }),
  url: webAddress(),
};

const newProduct = { ...fields, id: text(), name: requiredText() };

/** @throws {StripeFault} resource_already_exists for an id that is in use */
export function createProduct(world: World, params: Parsed<typeof newProduct>): Product {
  const now = world.clock.nowS();
  const id = params.id ?? newId('prod', 14);
  if (world.store.get('products', id))
    throw invalid(`Product already exists with the id: ${id}`, {
      code: 'resource_already_exists',
      param: 'id',
    });
  const product = world.store.add('products', {
    id,
    object: 'product',
    active: params.active ?? true,
    created: now,
    default_price: null,
    description: params.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: params.statement_descriptor ?? null,
    tax_code: params.tax_code ?? null,
    type: 'service',
    unit_label: params.unit_label ?? null,
    updated: now,
    url: params.url ?? null,
  });
  emit(world, 'product.created', product);
  return product;
}

const changes = { ...fields, name: text() };

function updateProduct(
  world: World,
  { metadata: entries, ...rest }: Parsed<typeof changes>,
  id: string,
): Product {
  const product = world.store.find('products', id);
  Object.assign(product, rest, {
    metadata: mergeMetadata(product.metadata, entries),
    updated: world.clock.nowS(),
  });
  emit(world, 'product.updated', product);
  return product;
}

export const productRoutes = [
  defineRoute({ method: 'POST', path: '/v1/products', params: newProduct, handle: createProduct }),
  listRoute<Product>('/v1/products', rowsOf('products'), {
    active: equals('active', flag()),
    created,
    ids: filter(list(text()), ({ id }: Product, ids) => ids.includes(id)),
  }),
  retrieveRoute('/v1/products', 'products'),
  defineRoute({ method: 'POST', path: '/v1/products/:id', params: changes, handle: updateProduct }),
];
