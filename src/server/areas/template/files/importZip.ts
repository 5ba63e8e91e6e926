import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CallContext } from '#server/http/context.ts'
import { PreparedHandler } from '#server/http/routes.ts'
import { discardAfterCall } from '#server/http/discardAfterCall.ts'
import { storesOf } from '#server/storage/stores.ts'
import { fillTemplate, openStaging, storeTree } from '#server/storage/templates/tree.ts'
import { extractZip } from '#server/storage/zip/extract.ts'
import { templateFolder } from '#shared/contract/template.ts'
import {
  TEMPLATE_SETTINGS_FILE,
  TEMPLATE_UPLOAD_LIMIT_MB,
  type TemplateSettings,
  templateSettings,
} from '#shared/contract/templateFile.ts'
import type { ZipEncoding } from '#shared/domain/zipNames.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { requireOwnUpload } from '#server/areas/upload/index.ts'
import { insertTemplate, present, requireFreeFolder, requireTemplateSite } from '../template/index.ts'
import { discardTemp } from '#server/storage/leftovers.ts'

const MB = 1024 * 1024

/**
 * Creates a template from an uploaded zip; an exported one also contains its settings. Unpacking can take minutes and
 * runs before the transaction, which then inserts everything or nothing.
 */
export const importZip = new PreparedHandler<'templateFile.importZip'>(async (callCtx, input) => {
  await requireTemplateSite(callCtx, input.siteId)
  const upload = await requireOwnUpload(callCtx, input.accessPath)
  if (extensionOf(upload.oldName) !== 'zip') throw new AppError('unsupported', '请上传 zip 的格式!')
  if (upload.size > TEMPLATE_UPLOAD_LIMIT_MB * MB)
    throw new AppError('too-large', `文件大小不能大于${TEMPLATE_UPLOAD_LIMIT_MB}M!`)
  const { contents } = await storesOf(callCtx.deps)
  const staging = discardAfterCall(callCtx, await openStaging(contents))
  await unpack(callCtx, upload.blobKey, staging.dir, input.encoding)
  const top = await unwrapOuterFolder(staging.dir)
  const settings = await extractSettings(staging.dir)
  const defaultName = top || basename(upload.oldName, '.zip')
  const folder = parseFolder(input.folder || settings?.folder || defaultName)
  const name = (input.name || settings?.name || defaultName).slice(0, 254)
  await requireFreeFolder(callCtx.db, folder, { who: callCtx.requireSignedIn() })
  const tree = await storeTree(contents, staging.dir)
  return async (ctx) => {
    const templatePic = await findExistingPicture(ctx.db, settings?.templatePic ?? '')
    const form = { name, folder, title: settings?.title ?? '', templatePic, siteId: input.siteId }
    const row = await insertTemplate(ctx, form)
    await fillTemplate({ db: ctx.db, contents, time: ctx.clock.now().getTime() }, row.id, tree)
    // An upload outside the library was made for this call only; its bytes are removed later.
    await ctx.db.deleteFrom('attachment').where('id', '=', upload.id).where('isRegistered', '=', 0).execute()
    return present(row)
  }
})

async function unpack(ctx: CallContext, blobKey: string, into: string, encoding?: ZipEncoding) {
  const { blobs } = await storesOf(ctx.deps)
  const file = await blobs.tempFile()
  try {
    await pipeline(await blobs.stream(blobKey), createWriteStream(file, { flags: 'wx' }), { signal: ctx.signal })
    await extractZip(file, into, { encoding })
  } catch (error) {
    throw ctx.signal.aborted ? new AppError('cancelled', '已取消') : error
  } finally {
    await discardTemp(file)
  }
}

/** If the zip has a single top folder, moves its content up. @returns the name of that folder, or '' */
async function unwrapOuterFolder(dir: string): Promise<string> {
  const [only, ...others] = await readdir(dir)
  if (only === undefined || others.length > 0 || !(await lstat(join(dir, only))).isDirectory()) return ''
  const outer = join(dir, randomUUID())
  await rename(join(dir, only), outer)
  for (const name of await readdir(outer)) await rename(join(outer, name), join(dir, name))
  await rm(outer, { recursive: true })
  return only
}

/** Reads and removes the settings file of an export; null: another zip. */
async function extractSettings(dir: string): Promise<TemplateSettings | null> {
  const file = join(dir, TEMPLATE_SETTINGS_FILE)
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const settings = parseSettings(text)
  if (settings) await rm(file)
  return settings
}

function parseSettings(text: string): TemplateSettings | null {
  try {
    return templateSettings.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function parseFolder(wanted: string): string {
  const parsed = templateFolder.safeParse(wanted)
  if (parsed.success) return parsed.data
  const message = `“${wanted}”不能用作模板文件夹：${parsed.error.issues[0]?.message ?? ''}。请填写一个标识`
  throw fieldError('invalid', 'folder', message)
}

/** Keeps the cover only if it exists in this server's library. */
async function findExistingPicture(db: CallContext['db'], templatePic: string): Promise<string> {
  if (templatePic === '') return ''
  const found = await db.selectFrom('attachment').select('id').where('accessPath', '=', templatePic).executeTakeFirst()
  return found ? templatePic : ''
}
