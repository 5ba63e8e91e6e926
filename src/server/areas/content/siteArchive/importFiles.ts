import { createHash } from 'node:crypto'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { toContentKey, FILES_PREFIX, createBlobKey, requireContent, storeBlobs } from '#server/areas/upload/index.ts'
import type { ReceivedFile } from '#server/storage/blobStore.ts'
import { parsePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { Staging } from '#server/storage/templates/tree.ts'
import { UPLOAD_KINDS, UPLOAD_RULES } from '#shared/contract/upload.ts'
import { extensionOf, fileNameProblem } from '#shared/domain/fileNames.ts'
import { replaceFileAddresses } from '#shared/domain/fileAddresses.ts'
import { AppError } from '#shared/errors/index.ts'
import { isScannedText } from './exportFiles.ts'
import { type KeyMap, storeAddressMappings, withKeyMap } from './importMap.ts'
import type { Archive } from './open.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const attachmentLine = z.object({
  accountId: z.number(),
  kind: z.enum(UPLOAD_KINDS),
  oldName: z.string().min(1).max(1000),
  accessPath: z.string().regex(/^\/files\/[\w./-]{1,200}$/),
  extension: z.string().regex(/^[a-z0-9]{0,10}$/),
  size: z.number().int().min(0),
  imageWidth: z.number().int().min(0),
  imageHeight: z.number().int().min(0),
  dir: z.string().max(254),
  isRegistered: z.union([z.literal(0), z.literal(1)]),
  createTime: z.number(),
  sha256,
})
type AttachmentLine = z.output<typeof attachmentLine>

const ALLOWED: ReadonlySet<string> = new Set([
  ...Object.values(UPLOAD_RULES).flatMap(({ extensions }) => extensions),
  'webp',
])

/** Target of imported uploads. */
export interface UploadImportContext {
  importId: number
  siteId: number
  accountId: number
}

/**
 * Stores uploads of the archive in the new site's library under new addresses. `also` runs in the transaction that
 * inserts their rows.
 * @throws AppError `invalid` when bytes do not match the archive's record, `unsupported` for a file type that may not
 * be uploaded
 */
export async function importUploads(
  deps: ServerDeps,
  archive: Archive,
  { importId, siteId, accountId }: UploadImportContext,
  lines: readonly unknown[],
  also: (tx: Transaction<Database>) => Promise<void>,
): Promise<void> {
  const { blobs } = await storesOf(deps)
  const received: { line: AttachmentLine; file: ReceivedFile }[] = []
  try {
    for (const given of lines) {
      const parsed = attachmentLine.safeParse(given)
      if (!parsed.success) throw new AppError('invalid', '导出包中的 attachments.ndjson 有误，请重新导出后上传')
      const line = parsed.data
      const file = await blobs.receive(await archive.file(line.sha256), { sha256: true })
      received.push({ line, file })
      await requireMatchingContent(line, file)
    }
    const contents = received.map(({ file }) => ({ received: file, blobKey: toContentKey(file.sha512) }))
    if (contents.length === 0) return await deps.db.transaction().execute(also)
    await storeBlobs({ db: deps.db, deps, clock: deps.clock }, contents, async (tx) => {
      await also(tx)
      const owners = await withKeyMap(tx, importId, (refs) =>
        received.map(({ line }) => refs.id('accounts', line.accountId)),
      )
      const now = deps.clock.now()
      const addresses = received.map(({ line }): [string, string] => [
        line.accessPath,
        FILES_PREFIX + createBlobKey(now, line.extension),
      ])
      await tx
        .insertInto('attachment')
        .values(
          received.map(({ line: { sha256: _sha256, ...line }, file }, at) => ({
            ...line,
            accountId: owners[at] || accountId,
            accessPath: addresses[at]?.[1] ?? '',
            blobKey: toContentKey(file.sha512),
            siteId,
            size: file.size,
            sha512: file.sha512,
            sha256: '',
            path: '',
            expireTime: null,
          })),
        )
        .execute()
      await storeAddressMappings(tx, importId, addresses)
    })
  } finally {
    for (const { file } of received) await blobs.discard(file)
  }
}

async function requireMatchingContent(line: AttachmentLine, file: ReceivedFile): Promise<void> {
  if (file.sha256 !== line.sha256 || file.size !== line.size) throw contentMismatch(line.oldName)
  if (!ALLOWED.has(line.extension) || extensionOf(`a.${line.extension}`) !== line.extension)
    throw new AppError('unsupported', `导出包中的文件“${line.oldName}”的类型不允许上传，无法导入`)
  await requireContent(line.kind, `${line.oldName}.${line.extension}`, line.dir, file.file)
}

const contentMismatch = (name: string): AppError =>
  new AppError('invalid', `导出包中的文件“${name}”与记录不一致，可能已损坏，请重新导出后上传`)

export const templateLine = z.object({
  id: z.number(),
  name: z.string().min(1).max(254),
  folder: z.string().min(1).max(64),
  title: z.string().max(100_000),
  templatePic: z.string().max(1000),
  sort: z.number(),
})
export type TemplateLine = z.output<typeof templateLine>

const fileLine = z.object({
  templateId: z.number(),
  path: z.string().min(1).max(4000),
  kind: z.enum(['file', 'folder']),
  size: z.number().int().min(0),
  sha256: z.union([sha256, z.literal('')]),
})

/** Unpacks one file or folder of a template and rewrites the addresses of uploads in it. */
export async function stageFile(
  db: Kysely<Database>,
  archive: Archive,
  importId: number,
  line: unknown,
  stagings: ReadonlyMap<number, Staging>,
) {
  const parsed = fileLine.safeParse(line)
  const staging = parsed.success && stagings.get(parsed.data.templateId)
  if (!parsed.success || !staging)
    throw new AppError('invalid', '导出包中的 templateFiles.ndjson 有误，请重新导出后上传')
  const { path, kind, size, sha256: expectedSha256 } = parsed.data
  const names = parsePath(path)
  for (const name of names) {
    const problem = fileNameProblem(name)
    if (problem) throw new AppError('invalid', `导出包中的模板文件“${path}”无法导入：${problem}`)
  }
  const target = join(staging.dir, ...names)
  if (kind === 'folder') return void (await mkdir(target, { recursive: true }))
  await mkdir(dirname(target), { recursive: true })
  const output = await open(target, 'wx')
  const hash = createHash('sha256')
  let written = 0
  try {
    await pipeline(await archive.file(expectedSha256), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk)
        written += chunk.length
        await output.writeFile(chunk)
      }
    })
  } finally {
    await output.close()
  }
  if (written !== size || hash.digest('hex') !== expectedSha256) throw contentMismatch(path)
  if (!isScannedText(path, size)) return
  // latin1 maps each byte to one character, so text in any encoding survives; addresses are ASCII.
  const text = await readFile(target, 'latin1')
  const replaced = await withKeyMap(db, importId, (refs: KeyMap) => replaceFileAddresses(text, refs.address))
  if (replaced !== text) await writeFile(target, replaced, 'latin1')
}
