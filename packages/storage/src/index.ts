export { createStore, storageConfig, storeFolder } from './create-store.js';
export { FsObjectStore } from './fs-object-store.js';
export type { ByteRange, ObjectStore, OpenObject, PutResult, StoredObject } from './object-store.js';
