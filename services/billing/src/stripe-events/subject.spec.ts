import { describe, expect, it } from '@jest/globals';
import { objectsToRead, subjectOf } from './subject.js';

describe('subjectOf', () => {
  it('finds the object and its customer, given as an id or as an object', () => {
    expect(subjectOf({ id: 'in_1', object: 'invoice', customer: 'cus_1' })).toEqual({
      objectId: 'in_1',
      customerId: 'cus_1',
    });
    expect(subjectOf({ id: 'sub_1', object: 'subscription', customer: { id: 'cus_1' } }).customerId).toBe(
      'cus_1',
    );
    expect(subjectOf({ id: 'cus_1', object: 'customer' })).toEqual({
      objectId: 'cus_1',
      customerId: 'cus_1',
    });
    expect(subjectOf({ id: 're_1', object: 'refund', charge: 'ch_1', customer: 'cus_1' }).objectId).toBe(
      'ch_1',
    );
    expect(subjectOf({ id: 'du_1', object: 'dispute', charge: { id: 'ch_1' } })).toEqual({
      objectId: 'ch_1',
      customerId: null,
    });
    expect(subjectOf({ id: 're_1', object: 'refund', charge: null })).toEqual({
      objectId: '',
      customerId: null,
    });
    expect(subjectOf({ object: 'invoice', customer: null })).toEqual({ objectId: '', customerId: null });
  });
});

describe('objectsToRead', () => {
  it('lists each invoice and charge once, and skips events without an object id', () => {
    const events = [
      { type: 'invoice.paid', objectId: 'in_1' },
      { type: 'invoice.payment_succeeded', objectId: 'in_1' },
      { type: 'invoice.upcoming', objectId: '' },
      { type: 'charge.refunded', objectId: 'ch_1' },
      { type: 'refund.updated', objectId: 'ch_1' },
      { type: 'charge.dispute.created', objectId: 'ch_2' },
      { type: 'charge.succeeded', objectId: 'ch_3' },
      { type: 'refund.created', objectId: '' },
      { type: 'customer.subscription.updated', objectId: 'sub_1' },
    ];
    expect(objectsToRead(events)).toEqual({
      invoices: new Set(['in_1']),
      charges: new Set(['ch_1', 'ch_2']),
    });
  });
});
