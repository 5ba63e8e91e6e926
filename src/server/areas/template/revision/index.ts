export { pruneRevisions, readLimits, saveLimits } from './limits.ts'
export { MAX_REVISION_BYTES, recordRevisions } from './record.ts'
export { findKept } from './rows.ts'
