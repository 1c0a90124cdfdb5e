export type { ObjectStore, PutResult, StoredObject } from './object-store.js';
