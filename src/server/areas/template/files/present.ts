import { formatPath } from '#server/storage/path.ts'
import type { StoredEntry } from '#server/storage/templateStore.ts'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** A·§3 File entry. */
export const present = (entry: StoredEntry): FileEntry => ({
  name: entry.name,
  path: formatPath(entry.path),
  folder: entry.kind === 'folder',
  file: entry.kind === 'file',
  zip: entry.kind === 'file' && extensionOf(entry.name) === 'zip',
  size: entry.size,
  updateTime: formatDateTime(Math.floor(entry.mtimeMs)),
})

export const isPage = (entry: StoredEntry): boolean => entry.kind === 'file' && extensionOf(entry.name) === 'html'
