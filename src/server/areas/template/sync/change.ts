import { createHash } from 'node:crypto'
import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { parsePath, type StorePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { StoredEntry, TemplateStore } from '#server/storage/templateStore.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { Stamp } from '../feed/index.ts'
import { lockTemplate, templateFor, type TemplateRow } from '../template/index.ts'
import { ownUpload, takeUpload } from '#server/areas/upload/index.ts'
import { distrust, innerPath, isSameFile, recordingStore, recordPaths, rowsAt } from '../feed/index.ts'
import { type RevisingStore, revisingStore } from '../revision/index.ts'

/** base64 carries up to this much; larger files come as an upload. */
const INLINE_LIMIT = 1024 * 1024

interface Target {
  template: TemplateRow
  /** Remembers in `touched` what is written through it, and keeps in `revisions` what that replaced. */
  store: TemplateStore
  touched: StorePath[]
  revisions: RevisingStore
  path: StorePath
  stamp: Stamp
}

/** The template, locked until the call's transaction ends: what is compared now is still so when it is written. */
async function lock(ctx: CallContext, at: { folder: string; path: string; machine: string }): Promise<Target> {
  const inner = parsePath(at.path)
  if (inner.length === 0) throw new AppError('invalid', '请提供模板内的路径 path')
  const template = await templateFor(ctx, { folder: at.folder }, 'write')
  const version = await lockTemplate(ctx.db, template.id)
  const { templates } = await storesOf(ctx.deps)
  ctx.onRollback(async () => distrust(ctx.deps, template.id))
  const stamp = { version, changedBy: ctx.signed().username, machine: at.machine }
  const revisions = revisingStore(ctx.db, templates, template.id)
  return { template, ...recordingStore(revisions.store), revisions, path: [template.folder, ...inner], stamp }
}

/** Keeps what was written; `known` are hashes by the path inside the template. */
async function record(
  ctx: CallContext,
  { template, store, touched, stamp, revisions }: Target,
  known?: ReadonlyMap<string, string>,
): Promise<void> {
  const { changedBy: by, machine } = stamp
  await revisions.record({ by, machine, at: ctx.clock.now().getTime(), kind: 'sync' })
  await recordPaths(ctx.db, store, template.id, touched, stamp, known)
}

/** AppError `conflict`; facts.current is the content's hash, `folder`, or `none`. */
const changed = (path: StorePath, current: string): AppError =>
  new AppError('conflict', `服务器上的“${path.slice(1).join('/')}”已有变化，没有写入，请先同步再重试`, {
    details: { fact: { kind: 'content', current } },
  })

async function currentOf(ctx: CallContext, { template, store, path }: Target): Promise<string> {
  const entry = await store.stat(path)
  if (!entry) return 'none'
  if (entry.kind === 'folder') return 'folder'
  const row = (await rowsAt(ctx.db, template.id, [innerPath(entry)])).get(innerPath(entry))
  return row && isSameFile(row, entry) ? row.sha256 : store.sha256(path)
}

const answer = (version: number, when: number) => ({ version, updateTime: formatDateTime(Math.floor(when)) })

/** Writes when what is there equals `expected`, as one step (S11): the template's lock is held from compare to rename. */
export const put: Handler<'templateSync.put'> = async (ctx, input) => {
  const source = await sourceOf(ctx, input)
  const target = await lock(ctx, input)
  const current = await currentOf(ctx, target)
  if (current !== (input.expected ?? 'none')) throw changed(target.path, current)
  const entry = await source.write(target.store, target.path)
  await record(ctx, target, new Map([[innerPath(entry), input.sha256]]))
  return answer(target.stamp.version, entry.mtimeMs)
}

interface Source {
  write(store: TemplateStore, path: StorePath): Promise<StoredEntry>
}

/** The new bytes, checked against their hash before anything is locked. */
async function sourceOf(
  ctx: CallContext,
  input: { content?: string | undefined; accessPath?: string | undefined; sha256: string },
): Promise<Source> {
  if (input.content !== undefined) {
    const bytes = Buffer.from(input.content, 'base64')
    if (bytes.length > INLINE_LIMIT) {
      throw new AppError('too-large', '内容超过 1 MB，请先上传文件（dir=sync），再用 accessPath 写入')
    }
    requireHash(createHash('sha256').update(bytes).digest('hex'), input.sha256)
    return { write: (store, path) => store.write(path, bytes) }
  }
  const { accessPath } = input
  if (accessPath === undefined) throw new AppError('invalid', '请提供文件内容 content 或 accessPath')
  const row = await ownUpload(ctx, accessPath)
  if (row.sha256 === '') throw new AppError('invalid', '这个上传不是为同步准备的，请用 dir=sync 重新上传')
  requireHash(row.sha256, input.sha256)
  return {
    write: async (store, path) => store.adopt(path, (await takeUpload(ctx, accessPath)).file),
  }
}

function requireHash(actual: string, expected: string): void {
  if (actual !== expected) throw new AppError('invalid', '文件在传输途中损坏（校验值不一致），请重试')
}

/** Removes a file whose content equals `expected`, or an empty folder; into the trash. */
export const remove: Handler<'templateSync.remove'> = async (ctx, input) => {
  const target = await lock(ctx, input)
  const current = await currentOf(ctx, target)
  // A file is removed only if `expected` names its present content.
  if (current !== (input.folderEntry ? 'folder' : input.expected)) throw changed(target.path, current)
  if (input.folderEntry && (await target.store.list(target.path)).length > 0) {
    throw new AppError('conflict', `服务器上的文件夹“${input.path}”不是空的，没有删除`, {
      details: { fact: { kind: 'content', current } },
    })
  }
  await target.store.trash(target.path)
  await record(ctx, target)
  return answer(target.stamp.version, ctx.clock.now().getTime())
}

/** Makes a folder and its parents; one that is there already is fine. */
export const makeFolder: Handler<'templateSync.makeFolder'> = async (ctx, input) => {
  const target = await lock(ctx, input)
  const there = await target.store.stat(target.path)
  if (there?.kind === 'file') throw changed(target.path, await currentOf(ctx, target))
  if (!there) await target.store.makeFolder(target.path)
  await record(ctx, target)
  const entry = await target.store.stat(target.path)
  return answer(target.stamp.version, entry?.mtimeMs ?? ctx.clock.now().getTime())
}
