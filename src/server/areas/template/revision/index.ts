export { pruneRevisions, readLimits, saveLimits } from './limits.ts'
export { MAX_REVISION_BYTES, recordRevisions } from './record.ts'
export { findStoredRevision } from './rows.ts'
