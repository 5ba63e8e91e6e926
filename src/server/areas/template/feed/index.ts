export { distrust, ensureChecked } from './check.ts'
export { allRows, type EntryRow, everyRow, forgetOldest, innerPath, isSameFile, rowsAt, rowsSince } from './entries.ts'
export { goneRow, isTracked, saveRows, recordPaths, rowOf, type Stamp } from './record.ts'
export { recordingStore } from './recordingStore.ts'
