import { type FileRow, nameOf } from '#server/storage/templates/rows.ts'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** A·§3 File entry. @param template folder of the template */
export function present(template: string, { path, kind, size, time }: FileRow): FileEntry {
  const name = nameOf(path)
  return {
    name,
    path: `${template}/${path}`,
    folder: kind === 'folder',
    file: kind === 'file',
    zip: kind === 'file' && extensionOf(name) === 'zip',
    size,
    updateTime: formatDateTime(time),
  }
}

/** Converts the root folder of a template to an entry. */
export const presentTemplate = (folder: string, updateTime: number): FileEntry => ({
  name: folder,
  path: folder,
  folder: true,
  file: false,
  zip: false,
  size: 0,
  updateTime: formatDateTime(updateTime),
})

export const isHtmlPage = ({ kind, path }: FileRow): boolean => kind === 'file' && extensionOf(nameOf(path)) === 'html'
