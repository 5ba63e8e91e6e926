export { type Former, KEPT_BYTES, keepFormer } from './former.ts'
export { pruneRevisions, readLimits, saveLimits } from './limits.ts'
export { type Author, recordRevisions } from './record.ts'
export { type RevisingStore, revisingStore } from './revisingStore.ts'
