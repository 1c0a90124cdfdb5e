import { mergeMetadata } from '../core/changes.ts';
import { emit } from '../core/events.ts';
import { invalid, invalidParameter } from '../core/faults.ts';
import { type Parsed, required, type ValueOf } from '../core/params.ts';
import { created, defineRoute, equals, filter, listRoute, retrieveRoute, rowsOf } from '../core/route.ts';
import { flag, integer, list, metadata, object, oneOf, requiredText, text } from '../core/rules.ts';
import { newId } from '../core/store.ts';
import type { Price, Product } from '../core/stored.ts';
import type { World } from '../core/world.ts';
import { createProduct } from './products.ts';

const recurring = object({
  interval: required(oneOf(['day', 'week', 'month', 'year'])),
  interval_count: integer({ min: 1, max: 36 }),
});
const taxBehavior = oneOf(['exclusive', 'inclusive', 'unspecified']);
const productData = object({ name: requiredText(), metadata: metadata(), tax_code: text() });

/** The rule for a price within a line item of a checkout. */
export const priceData = object({
  currency: requiredText({ max: 3 }),
  product: text(),
  product_data: productData,
  recurring,
  tax_behavior: taxBehavior,
  unit_amount: required(integer()),
});

const changeable = {
  active: flag(),
  lookup_key: text({ max: 200 }),
  metadata: metadata(),
  nickname: text(),
  tax_behavior: taxBehavior,
  transfer_lookup_key: flag(),
};

const newPrice = {
  ...changeable,
  currency: requiredText({ max: 3 }),
  product: text(),
  product_data: productData,
  recurring,
  unit_amount: required(integer()),
};

/** @throws {StripeFault} 400 without a product, for an unknown one, or for a look-up key that is in use */
export function createPrice(world: World, params: Parsed<typeof newPrice>): Price {
  if (!/^[a-z]{3}$/i.test(params.currency)) throw invalid('Invalid currency', { param: 'currency' });
  const product = productOf(world, params);
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

function productOf(world: World, { product: id, product_data: data }: Parsed<typeof newPrice>): Product {
  if (id) return world.store.find('products', id, 'product');
  if (data) return createProduct(world, data);
  throw invalidParameter('Missing required param: product.', 'product', 'parameter_missing');
}

const recurringOf = ({ interval, interval_count = 1 }: ValueOf<typeof recurring>) => ({
  interval,
  interval_count,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

/** A look-up key names one price; it moves to another only on request. */
function takeLookupKey(
  world: World,
  { lookup_key: key, transfer_lookup_key: transfer = false }: Parsed<typeof changeable>,
  own?: Price,
): void {
  const holder =
    key && world.store.newestFirst('prices').find((price) => price.lookup_key === key && price !== own);
  if (!holder) return;
  if (!transfer)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  holder.lookup_key = null;
  emit(world, 'price.updated', holder, { lookup_key: key });
}

function updatePrice(world: World, params: Parsed<typeof changeable>, id: string): Price {
  const price = world.store.find('prices', id);
  takeLookupKey(world, params, price);
  const { metadata: changes, transfer_lookup_key: _transfer, ...rest } = params;
  Object.assign(price, rest, { metadata: mergeMetadata(price.metadata, changes) });
  emit(world, 'price.updated', price);
  return price;
}

export const priceRoutes = [
  defineRoute({ method: 'POST', path: '/v1/prices', params: newPrice, handle: createPrice }),
  listRoute<Price>('/v1/prices', rowsOf('prices'), {
    active: equals('active', flag()),
    created,
    currency: equals('currency'),
    lookup_keys: filter(list(text(), { max: 10 }), ({ lookup_key: key }: Price, keys) => keys.includes(key)),
    product: equals('product'),
    type: equals('type', oneOf(['one_time', 'recurring'])),
  }),
  retrieveRoute('/v1/prices', 'prices'),
  defineRoute({ method: 'POST', path: '/v1/prices/:id', params: changeable, handle: updatePrice }),
];
