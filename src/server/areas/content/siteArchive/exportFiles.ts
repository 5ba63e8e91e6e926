import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerDeps } from '#server/deps.ts'
import { findTemplate } from '#server/areas/template/template/index.ts'
import { storesOf } from '#server/storage/stores.ts'
import { type FileRow, findRowsBelow } from '#server/storage/templates/rows.ts'
import type { ZipWriter } from '#server/storage/zip/writer.ts'
import { fileAddressesIn } from '#shared/domain/fileAddresses.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import type { AttachmentRow, TemplateRow } from './exportRows.ts'
import { bytesFileName } from './format.ts'
import { kindOf } from './kinds.ts'
import type { Row } from './rows.ts'

/** Writes each distinct file content into the archive once. */
export class FileWriter {
  readonly #zip: ZipWriter
  readonly #written = new Set<string>()
  bytes = 0

  constructor(zip: ZipWriter) {
    this.#zip = zip
  }

  get count(): number {
    return this.#written.size
  }

  async add(file: string, sha256: string, extension: string): Promise<void> {
    if (this.#written.has(sha256)) return
    this.#written.add(sha256)
    const written = await this.#zip.add(bytesFileName(sha256), createReadStream(file), { extension })
    this.bytes += written.bytes
    if (written.sha256 !== sha256) throw new AppError('conflict', '导出期间有文件被修改，请重新导出')
  }
}

/** Extensions of files that are scanned for addresses of uploads, and the largest size that is scanned. */
const TEXT_EXTENSIONS: ReadonlySet<string> = new Set(['html', 'htm', 'css', 'js', 'json', 'xml', 'txt', 'svg'])
const MAX_TEXT_BYTES = 20 * 1024 * 1024
export const isScannedText = (name: string, size: number): boolean =>
  TEXT_EXTENSIONS.has(extensionOf(name)) && size <= MAX_TEXT_BYTES

const MAX_ATTEMPTS = 3

/**
 * Writes the files of one version of a template and returns their lines.
 * @param named receives the upload addresses in them
 */
export async function exportTemplate(
  deps: ServerDeps,
  files: FileWriter,
  template: TemplateRow,
  { named, step }: { named: Set<string>; step: (file: string) => Promise<void> },
): Promise<Row[]> {
  const { templates } = await storesOf(deps)
  const lines: Row[] = []
  for (const row of await readStableFiles(deps, template)) {
    const { path, kind, size, sha256 } = row
    await step(path)
    lines.push({ templateId: template.id, path, kind, size, sha256 })
    if (kind !== 'file') continue
    const file = await templates.fileOf(row)
    if (isScannedText(path, size))
      for (const address of fileAddressesIn([await readFile(file, 'latin1')])) named.add(address)
    await files.add(file, sha256, extensionOf(path))
  }
  return lines
}

/** Files of one version of the template. AppError `conflict` when the template changes during every attempt. */
async function readStableFiles({ db }: ServerDeps, { id, name }: TemplateRow): Promise<FileRow[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = (await findTemplate(db, { id }))?.version
    const rows = await findRowsBelow(db, id, '')
    if (before !== undefined && (await findTemplate(db, { id }))?.version === before) return rows
  }
  throw new AppError('conflict', `导出期间模板“${name}”的文件持续被修改，请稍后重新导出`)
}

/** Writes the bytes of uploads. Returns their lines, and the addresses of uploads whose bytes are missing. */
export async function exportUploads(
  deps: ServerDeps,
  files: FileWriter,
  rows: readonly AttachmentRow[],
  step: (done: number) => Promise<void>,
): Promise<{ lines: Row[]; missing: string[] }> {
  const { blobs } = await storesOf(deps)
  const lines: Row[] = []
  const missing: string[] = []
  for (const [at, row] of rows.entries()) {
    await step(at)
    const stream = await blobs.stream(row.blobKey).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return null
      throw error
    })
    if (!stream) {
      missing.push(row.accessPath)
      continue
    }
    const received = await blobs.receive(stream, { sha256: true })
    try {
      await files.add(received.file, received.sha256, row.extension)
      lines.push({ ...toLine(row), size: received.size, sha256: received.sha256 })
    } finally {
      await blobs.discard(received)
    }
  }
  return { lines, missing }
}

const toLine = (row: AttachmentRow): Row =>
  Object.fromEntries(Object.keys(kindOf('attachments').columns).map((name) => [name, row[name as keyof AttachmentRow]]))
