import { emit } from '../events.mjs';
import { invalid, invalidParameter } from '../faults.mjs';
import { newId } from '../ids.mjs';
import { matches, mergeMetadata, page, within } from '../lists.mjs';
import { flag, integer, list, metadata, object, oneOf, paging, range, text } from '../params.mjs';
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

const listPrices = (world, params) =>
  page(
    '/v1/prices',
    world.store
      .all('prices')
      .filter(
        (it) =>
          matches(it.active, params.active) &&
          matches(it.product, params.product) &&
          matches(it.currency, params.currency) &&
          matches(it.type, params.type) &&
          within(it.created, params.created) &&
          (!params.lookup_keys || params.lookup_keys.includes(it.lookup_key)),
      ),
    params,
  );

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
  {
    method: 'GET',
    path: '/v1/prices',
    params: {
      ...paging(),
      active: flag(),
      created: range(),
      currency: text(),
      lookup_keys: list(text(), { max: 10 }),
      product: text(),
      type: oneOf(['one_time', 'recurring']),
    },
    handle: listPrices,
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    params: {},
    handle: (world, _params, id) => world.store.find('prices', 'price', id),
  },
  {
    method: 'POST',
    path: '/v1/prices/:id',
    params: changeable,
    handle: (world, params, id) => updatePrice(world, id, params),
  },
];
