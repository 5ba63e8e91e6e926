import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query } from './define.ts'
import { byId, dateTime, id, none, paged, paging, undocumentedOutput, within } from './fields.ts'
import { fileVersion } from './templateDraft.ts'

/**
 * Origin of a file's version. found: it existed before versions were stored, or was changed on the server's disk.
 * remove, rename: the file was then removed or renamed.
 */
const REVISION_KINDS = [
  'save',
  'new',
  'upload',
  'unzip',
  'sync',
  'publish',
  'restore',
  'found',
  'remove',
  'rename',
] as const

const revision = z.object({
  id: z.number(),
  kind: z.enum(REVISION_KINDS),
  /** Account name; '' if unknown. */
  by: z.string(),
  /** Name of the computer that synced it. */
  machine: z.string(),
  date: dateTime,
  size: z.number(),
  /** The version is the current content. */
  isCurrent: z.boolean(),
  /** Its content is stored and can be viewed and restored. */
  isKept: z.boolean(),
  /** For a rename: the previous path. */
  note: z.string(),
})
export type TemplateRevision = z.output<typeof revision>

const removedFile = z.object({
  /** Id of the restorable version; 0: none is stored. */
  id: z.number(),
  /** Path including the template's folder. */
  path: z.string(),
  size: z.number(),
  by: z.string(),
  date: dateTime,
})
export type RemovedFile = z.output<typeof removedFile>

/** Number of versions per file, and their retention in days after being replaced. */
export const revisionLimits = z.object({
  versions: within('每个文件的版本数', 5, 500).default(50),
  days: within('保留天数', 7, 3650).default(180),
})
export type RevisionLimits = z.output<typeof revisionLimits>

const path = z.string('请提供文件路径 path').min(1, '请提供文件路径 path').max(2000)
const access = menu(MENU.templates)
const stale = [
  'templateRevision.page',
  'templateRevision.removed',
  'templateRevision.file',
  'templateFile.list',
  'templateFile.templateList',
  'templateFile.open',
] as const

/** Versions of template files; beyond the documents. */
export const templateRevisionOperations = withAreaTitles({ templateRevision: '模板文件历史' })({
  /** Newest first. `path` includes the template's folder; the file need not exist now. */
  'templateRevision.page': query({
    method: 'POST',
    path: cms('template/revision/page'),
    title: '模板文件的历史版本',
    access,
    input: paging({ path }),
    output: paged(revision),
  }),
  /** Removed files below a folder that do not exist now, latest first. */
  'templateRevision.removed': query({
    method: 'POST',
    path: cms('template/revision/removed'),
    title: '已删除的模板文件',
    access,
    input: paging({ path }),
    output: paged(removedFile),
  }),
  /** A version, the previous one and the current content; hash: SHA-256 of the current content, or `none`. */
  'templateRevision.file': query({
    method: 'POST',
    path: cms('template/revision/file'),
    title: '模板文件的一个版本',
    access,
    input: byId,
    output: z.object({
      path: z.string(),
      version: fileVersion,
      before: fileVersion,
      now: fileVersion,
      hash: z.string(),
    }),
  }),
  /**
   * Writes the version as a new one. Refused (conflict) if the current content is not `expected`, the hash from
   * `templateRevision.file`.
   */
  'templateRevision.restore': mutation({
    method: 'POST',
    path: cms('template/revision/restore'),
    title: '还原模板文件的历史版本',
    access,
    errors: ['content', 'collision'],
    input: z.object({ id, expected: z.string('请先查看要还原的版本').min(1).max(64) }),
    output: undocumentedOutput(z.object({ path: z.string(), hash: z.string() })),
    success: '已还原，还原前的内容也保存在历史版本中',
    stale,
  }),
  'templateRevision.limits': query({
    method: 'GET',
    path: cms('template/revision/limits'),
    title: '模板历史版本的保留设置',
    access,
    input: none,
    output: revisionLimits.extend({ mayChange: z.boolean() }),
  }),
  /** Only for super administrators: it applies to all templates. */
  'templateRevision.saveLimits': mutation({
    method: 'POST',
    path: cms('template/revision/save-limits'),
    title: '保存模板历史版本的保留设置',
    access,
    input: revisionLimits,
    output: undocumentedOutput(revisionLimits),
    success: '保存成功',
    stale: ['templateRevision.limits'],
  }),
})
