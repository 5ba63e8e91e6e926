export {
  type Entry,
  type EntryRow,
  chunks,
  entryFor,
  lockEntries,
  lockLive,
  named,
  type Values,
  withBodies,
} from './entries.ts'
export { presentEntry, presentRow } from './present.ts'
export { allowed, columnFor, contentColumn, type ContentColumn, requireAction } from './rules.ts'
export { readable, readableTexts } from './texts.ts'
export { changedNames, type Reason, type Writer, writeEntry } from './write.ts'
