import { formatDateTime } from '#shared/util/dates.ts'

/** Folders of a drop in the desktop program. The host reads them itself, so they are not checked here. */
const folders = new WeakSet<File>()
export const isFolder = (file: File): boolean => folders.has(file)

/** Whether operating systems create files of this name in folders by themselves. */
const isSystemFile = (name: string): boolean => name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name)

/** The files of a chosen folder without hidden and system files. */
export const withoutSystemFiles = (files: readonly File[]): File[] =>
  files.filter(({ webkitRelativePath }) => !webkitRelativePath.split('/').slice(1).some(isSystemFile))

/**
 * The files of a drop; those of folders with their path in `webkitRelativePath`. Call it synchronously in the drop
 * event.
 * @param wholeFolders returns folders as they are, for a host that reads them itself
 */
export async function readDroppedFiles(data: DataTransfer, wholeFolders: boolean): Promise<File[]> {
  // The browser empties the DataTransfer after the event, so entries and files are read before the first await.
  const dropped = [...(data.items ?? [])]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  if (dropped.length === 0) return [...data.files]
  const files: File[] = []
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory && !wholeFolders) files.push(...(await filesBelow(entry as FileSystemDirectoryEntry)))
    else if (file) {
      if (entry?.isDirectory) folders.add(file)
      files.push(file)
    }
  }
  return files
}

async function filesBelow(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const files: File[] = []
  for (const entry of await entriesOf(folder)) {
    if (isSystemFile(entry.name)) continue
    if (entry.isDirectory) files.push(...(await filesBelow(entry as FileSystemDirectoryEntry)))
    else files.push(withPath(await fileOf(entry as FileSystemFileEntry), entry.fullPath))
  }
  return files
}

/** Sets the path of a file, as the files of a folder chosen in a dialog have it. */
const withPath = (file: File, fullPath: string): File =>
  Object.defineProperty(file, 'webkitRelativePath', { value: fullPath.replace(/^\//, '') })

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject)
  })

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const files: FileSystemEntry[] = []
  for (;;) {
    // Chromium returns at most 100 entries per call.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (batch.length === 0) return files
    files.push(...batch)
  }
}

/** The name that a browser gives to a copied image. */
const UNNAMED = /^image\.\w+$/

/** The files of a paste; a copied image, which has no name, is named after the time. */
export const pastedFiles = (data: DataTransfer | null, now = new Date()): File[] =>
  [...(data?.files ?? [])].map((file) => {
    if (!file.type.startsWith('image/') || !UNNAMED.test(file.name)) return file
    const extension = file.type === 'image/jpeg' ? 'jpg' : file.type.slice('image/'.length)
    const time = formatDateTime(now).replaceAll(/[-:]/g, '').replace(' ', '-')
    return new File([file], `粘贴的图片-${time}.${extension}`, { type: file.type })
  })
