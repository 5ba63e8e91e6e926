import { createHash } from 'node:crypto'
import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { parseInnerEntryPath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { StoredBytes, TemplateChange } from '#server/storage/templates/templateChange.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { requireOwnUpload, claimUpload } from '#server/areas/upload/index.ts'
import { changeFiles, storeClaimedUpload } from '../revision/index.ts'
import { requireTemplate } from '../template/index.ts'
import { toCurrentState } from './outcome.ts'

/** Limit of inline base64 content; larger files are uploaded. */
const MAX_INLINE_BYTES = 1024 * 1024

interface Target {
  change: TemplateChange
  path: string
}

/** Changes one path with the template locked until the transaction ends, so that the comparison stays valid. */
async function changePath(
  ctx: CallContext,
  at: { folder: string; path: string; machine: string },
  work: (target: Target) => Promise<number>,
): Promise<{ version: number; updateTime: string }> {
  const path = parseInnerEntryPath(at.path)
  const template = await requireTemplate(ctx, { folder: at.folder }, 'write')
  return changeFiles(ctx, template.id, { kind: 'sync', machine: at.machine }, async (change) => {
    const time = await work({ change, path })
    return { version: change.stamp.version, updateTime: formatDateTime(time) }
  })
}

/** The conflict error; `current` of its fact is the content's hash, `folder`, or `none`. */
const createChangedError = (path: string, current: string): AppError =>
  new AppError('conflict', `服务器上的“${path}”已有变化，未写入，请先同步再重试`, {
    details: { fact: { kind: 'content', current } },
  })

/** Writes a file if the current content equals `expected` (S11); the lock is held from the comparison to the commit. */
export const putFile: Handler<'templateSync.put'> = async (ctx, input) => {
  const bytesOf = await prepareSource(ctx, input)
  return changePath(ctx, input, async ({ change, path }) => {
    const current = toCurrentState(await change.find(path))
    if (current !== (input.expected ?? 'none')) throw createChangedError(path, current)
    return (await change.write(path, await bytesOf())).time
  })
}

/** Verifies the hash of the new bytes before the lock, and returns a function that stores them. */
async function prepareSource(
  ctx: CallContext,
  input: { content?: string | undefined; accessPath?: string | undefined; sha256: string },
): Promise<() => Promise<StoredBytes>> {
  const { sha256, content, accessPath } = input
  if (content !== undefined) {
    const bytes = Buffer.from(content, 'base64')
    if (bytes.length > MAX_INLINE_BYTES) {
      throw new AppError('too-large', '内容超过 1 MB，请先上传文件（dir=sync），再用 accessPath 写入')
    }
    requireHash(createHash('sha256').update(bytes).digest('hex'), sha256)
    return async () => {
      const { contents } = await storesOf(ctx.deps)
      await contents.putBytes([{ sha256, bytes }])
      return { sha256, size: bytes.length }
    }
  }
  if (accessPath === undefined) throw new AppError('invalid', '请提供文件内容 content 或 accessPath')
  const row = await requireOwnUpload(ctx, accessPath)
  if (row.sha256 === '') throw new AppError('invalid', '该文件不是为同步上传的，请用 dir=sync 重新上传')
  requireHash(row.sha256, sha256)
  return async () => storeClaimedUpload(ctx, await claimUpload(ctx, accessPath))
}

function requireHash(actual: string, expected: string): void {
  if (actual !== expected) throw new AppError('invalid', '文件在传输途中损坏（校验值不一致），请重试')
}

/** Removes a file whose content equals `expected`, or an empty folder. */
export const removeEntry: Handler<'templateSync.remove'> = (ctx, input) =>
  changePath(ctx, input, async ({ change, path }) => {
    const current = toCurrentState(await change.find(path))
    // A file is removed only if its content equals `expected`.
    if (current !== (input.folderEntry ? 'folder' : input.expected)) throw createChangedError(path, current)
    if (input.folderEntry && !(await change.isEmpty(path))) {
      throw new AppError('conflict', `服务器上的文件夹“${input.path}”不是空的，未删除`, {
        details: { fact: { kind: 'content', current } },
      })
    }
    await change.remove(path)
    return ctx.clock.now().getTime()
  })

/** Creates a folder and its parents; an existing folder is accepted. */
export const makeFolder: Handler<'templateSync.makeFolder'> = (ctx, input) =>
  changePath(ctx, input, async ({ change, path }) => {
    const existing = await change.find(path)
    if (existing?.kind === 'file') throw createChangedError(path, toCurrentState(existing))
    return (await change.makeFolder(path)).time
  })
