import { mergeMetadata } from '../changes.mjs';
import { emit } from '../events.mjs';
import { invalid, invalidParameter } from '../faults.mjs';
import { newId } from '../ids.mjs';
import { flag, integer, list, metadata, object, oneOf, text } from '../params.mjs';
import { created, equals, listRoute, retrieveRoute } from '../reads.mjs';
import { createProduct } from './products.mjs';

const recurring = object({
  interval: oneOf(['day', 'week', 'month', 'year'], { required: true }),
  interval_count: integer({ min: 1, max: 36 }),
});
const taxBehavior = oneOf(['exclusive', 'inclusive', 'unspecified']);
const productData = object({ name: text({ required: true }), metadata: metadata(), tax_code: text() });

/** A price within a line item of a checkout. */
export const priceData = object({
  currency: text({ required: true, max: 3 }),
  product: text(),
  product_data: productData,
  recurring,
  tax_behavior: taxBehavior,
  unit_amount: integer({ required: true }),
});

const changeable = {
  active: flag(),
  lookup_key: text({ max: 200 }),
  metadata: metadata(),
  nickname: text(),
  tax_behavior: taxBehavior,
  transfer_lookup_key: flag(),
};

export function createPrice(world, params) {
  if (!params.product && !params.product_data)
    throw invalidParameter('Missing required param: product.', 'product', 'parameter_missing');
  if (!/^[a-z]{3}$/i.test(params.currency)) throw invalid('Invalid currency', { param: 'currency' });
  const product = params.product
    ? world.store.find('products', 'product', params.product, 'product')
    : createProduct(world, params.product_data);
  takeLookupKey(world, params);
  const price = world.store.add('prices', {
    id: newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: world.clock.nowS(),
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: product.id,
    recurring: params.recurring ? recurringOf(params.recurring) : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: params.recurring ? 'recurring' : 'one_time',
    unit_amount: params.unit_amount,
    unit_amount_decimal: String(params.unit_amount),
  });
  emit(world, 'price.created', price);
  return price;
}

const recurringOf = ({ interval, interval_count = 1 }) => ({
  interval,
  interval_count,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

/** A look-up key names one price; it moves to another only when that is asked for. */
function takeLookupKey(world, { lookup_key: key, transfer_lookup_key: transfer = false }, own) {
  const holder = key && world.store.all('prices').find((price) => price.lookup_key === key && price !== own);
  if (!holder) return;
  if (!transfer)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  holder.lookup_key = null;
  emit(world, 'price.updated', holder, { lookup_key: key });
}

function updatePrice(world, id, params) {
  const price = world.store.find('prices', 'price', id);
  takeLookupKey(world, params, price);
  const { metadata: changes, transfer_lookup_key: _transfer, ...rest } = params;
  Object.assign(price, rest, { metadata: mergeMetadata(price.metadata, changes) });
  emit(world, 'price.updated', price);
  return price;
}

export const priceRoutes = [
  {
    method: 'POST',
    path: '/v1/prices',
    params: {
      ...changeable,
      currency: text({ required: true, max: 3 }),
      product: text(),
      product_data: productData,
      recurring,
      unit_amount: integer({ required: true }),
    },
    handle: createPrice,
  },
  listRoute('/v1/prices', 'prices', {
    active: equals('active', flag()),
    created,
    currency: equals('currency'),
    lookup_keys: [list(text(), { max: 10 }), ({ lookup_key: key }, keys) => keys.includes(key)],
    product: equals('product'),
    type: equals('type', oneOf(['one_time', 'recurring'])),
  }),
  retrieveRoute('/v1/prices', 'prices', 'price'),
  {
    method: 'POST',
    path: '/v1/prices/:id',
    params: changeable,
    handle: (world, params, id) => updatePrice(world, id, params),
  },
];
