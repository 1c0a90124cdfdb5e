import { mergeMetadata } from '../changes.mjs';
import { emit } from '../events.mjs';
import { invalid } from '../faults.mjs';
import { newId } from '../ids.mjs';
import { flag, list, metadata, text, webAddress } from '../params.mjs';
import { created, equals, listRoute, retrieveRoute } from '../reads.mjs';

const fields = {
  active: flag(),
  description: text(),
  metadata: metadata(),
  statement_descriptor: text({ max: 22 }),
  tax_code: text(),
  unit_label: text({ max: 12 }),
  url: webAddress(),
};

export function createProduct(world, params) {
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

function updateProduct(world, id, { metadata: changes, ...rest }) {
  const product = world.store.find('products', 'product', id);
  Object.assign(product, rest, {
    metadata: mergeMetadata(product.metadata, changes),
    updated: world.clock.nowS(),
  });
  emit(world, 'product.updated', product);
  return product;
}

export const productRoutes = [
  {
    method: 'POST',
    path: '/v1/products',
    params: { ...fields, id: text(), name: text({ required: true }) },
    handle: createProduct,
  },
  listRoute('/v1/products', 'products', {
    active: equals('active', flag()),
    created,
    ids: [list(text()), ({ id }, ids) => ids.includes(id)],
  }),
  retrieveRoute('/v1/products', 'products', 'product'),
  {
    method: 'POST',
    path: '/v1/products/:id',
    params: { ...fields, name: text() },
    handle: (world, params, id) => updateProduct(world, id, params),
  },
];
