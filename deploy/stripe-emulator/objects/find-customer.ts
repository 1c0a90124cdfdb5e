import { missing } from '../faults.ts';
import type { World } from '../world.ts';
import type { Customer } from './customers.ts';

/**
 * A customer who was not deleted.
 *
 * @param param - the parameter that named the id; `id` if it came with the path
 * @throws {StripeFault} resource_missing
 */
export function findCustomer(world: World, id: string, param = 'id'): Customer {
  const customer = world.store.find('customers', id, param);
  if (customer.deleted) throw missing('customer', id, param);
  return customer;
}
