import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query } from './define.ts'
import { byId, dateTime, id, none, paged, paging, unshown, within } from './fields.ts'
import { fileVersion } from './templateDraft.ts'

/**
 * How a version of a file came. found: it was there before versions were kept, or was changed on the server's disk. remove,
 * rename: what became of the file then.
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
  /** Account name; '': unknown. */
  by: z.string(),
  /** Name of the computer that it was synced from. */
  machine: z.string(),
  date: dateTime,
  size: z.number(),
  /** It is what stands there. */
  isCurrent: z.boolean(),
  /** Its content can be looked at and put back. */
  isKept: z.boolean(),
  /** Of a rename: the path before. */
  note: z.string(),
})
export type TemplateRevision = z.output<typeof revision>

const removedFile = z.object({
  /** Of the version that can be put back; 0: none is kept. */
  id: z.number(),
  /** With the template's folder first. */
  path: z.string(),
  size: z.number(),
  by: z.string(),
  date: dateTime,
})
export type RemovedFile = z.output<typeof removedFile>

/** How many versions of each file are kept, and for how many days after they were replaced. */
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

/** Versions of template files: beyond the documents. */
export const templateRevisionOperations = areas({ templateRevision: '模板文件历史' })({
  /** The newest first. `path` begins with the template's folder; there need be no such file now. */
  'templateRevision.page': query({
    method: 'POST',
    path: cms('template/revision/page'),
    title: '模板文件的历史版本',
    access,
    input: paging({ path }),
    output: paged(revision),
  }),
  /** Files below a folder that were removed and are not there now, the latest first. */
  'templateRevision.removed': query({
    method: 'POST',
    path: cms('template/revision/removed'),
    title: '已删除的模板文件',
    access,
    input: paging({ path }),
    output: paged(removedFile),
  }),
  /** A version beside the one before it and what stands there now; hash: of that (SHA-256), or `none`. */
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
  /** Writes the version as a new one. Refused (conflict) when what stands there is not `expected`, as `file` answered it. */
  'templateRevision.restore': mutation({
    method: 'POST',
    path: cms('template/revision/restore'),
    title: '恢复模板文件的历史版本',
    access,
    errors: ['content', 'collision'],
    input: z.object({ id, expected: z.string('请先查看要恢复的版本').min(1).max(64) }),
    output: unshown(z.object({ path: z.string(), hash: z.string() })),
    success: '已恢复，恢复之前的内容也在历史版本里',
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
  /** Super administrators alone: it concerns all templates. */
  'templateRevision.saveLimits': mutation({
    method: 'POST',
    path: cms('template/revision/save-limits'),
    title: '保存模板历史版本的保留设置',
    access,
    input: revisionLimits,
    output: unshown(revisionLimits),
    success: '保存成功',
    stale: ['templateRevision.limits'],
  }),
})
