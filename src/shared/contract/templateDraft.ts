import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query } from './define.ts'
import { byId, flag, id, nothing, paged, paging } from './fields.ts'

/**
 * The project's own calls: a draft copy of a template that is published atomically, and restore points before each
 * publication that can be viewed and restored. This feature name announces them.
 */
export const DRAFT_FEATURE = 'template-draft-1'

const folder = z.string('请提供模板文件夹 folder').min(1).max(64)
const path = z.string('请提供路径 path').min(1).max(2000)
/** Digest of the displayed changes: an operation applies to exactly these. */
const signature = z.string('请先查看要改动的文件').min(1).max(64)

/** For the file and sync calls, a draft is a template of its own, in this folder. */
const draft = z.object({ folder: z.string(), createdBy: z.string(), createDate: z.string() })

const draftState = z.object({
  /** Id of the template that sites use. */
  templateId: z.number(),
  name: z.string(),
  folder: z.string(),
  draft: draft.nullable(),
})
export type DraftState = z.output<typeof draftState>

/**
 * publish: changed only in the draft. take: changed only in the template; the draft gets the change too. merge: changed
 * in both, in different places of a text. ask: changed in both, the user has to choose.
 */
export const DRAFT_RESOLUTIONS = ['publish', 'take', 'merge', 'ask'] as const
/** The change to apply to the other side. */
const change = z.enum(['added', 'changed', 'removed'])

const draftChange = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  way: z.enum(DRAFT_RESOLUTIONS),
  change,
  /** Bytes of both sides; 0 for a missing file. */
  draftSize: z.number(),
  liveSize: z.number(),
})
export type DraftChange = z.output<typeof draftChange>

/** text is null if the file is missing, binary, or too large to show. */
export const fileVersion = z.object({ exists: z.boolean(), size: z.number(), text: z.string().nullable() })
export type FileVersion = z.output<typeof fileVersion>

/**
 * publish, undo, restore: the template before this operation. draft: the draft before a publication changed it.
 * discard: the discarded draft.
 */
const RESTORE_POINT_KINDS = ['publish', 'undo', 'restore', 'draft', 'discard'] as const
const restorePoint = z.object({
  id: z.number(),
  kind: z.enum(RESTORE_POINT_KINDS),
  by: z.string(),
  date: z.string(),
  /** Number of files in this state, and of files changed by the following operation. */
  files: z.number(),
  changed: z.number(),
})
export type TemplateRestorePoint = z.output<typeof restorePoint>

/** A file in comparison with now: `missing` now, `added` since, or changed. */
const restorePointFile = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  size: z.number(),
  state: z.enum(['same', 'changed', 'missing', 'added']),
  /** `touched`: the following operation changed this path; `since`: it was changed again later. */
  touched: z.boolean(),
  since: z.boolean(),
})
export type RestorePointFile = z.output<typeof restorePointFile>

const access = menu(MENU.templates)
const stale = [
  'templateDraft.find',
  'templateDraft.changes',
  'templateDraft.file',
  'templateMoment.page',
  'templateMoment.files',
  'templateMoment.file',
  'templateFile.list',
  'templateFile.templateList',
  'templateFile.open',
] as const

export const templateDraftOperations = withAreaTitles({ templateDraft: '模板草稿', templateMoment: '模板历史' })({
  'templateDraft.find': query({
    method: 'POST',
    path: cms('template/draft/find'),
    title: '模板草稿',
    access,
    /** Folder of the template or of its draft. */
    input: z.object({ folder }),
    output: draftState,
  }),
  'templateDraft.create': mutation({
    method: 'POST',
    path: cms('template/draft/create'),
    title: '新建模板草稿',
    slow: true,
    access,
    input: byId,
    output: draftState,
    success: '草稿已建立',
    stale,
  }),
  'templateDraft.changes': query({
    method: 'POST',
    path: cms('template/draft/changes'),
    title: '草稿与线上的差异',
    slow: true,
    access,
    input: byId,
    output: z.object({ changes: z.array(draftChange), signature: z.string() }),
  }),
  'templateDraft.file': query({
    method: 'POST',
    path: cms('template/draft/file'),
    title: '草稿文件的差异',
    access,
    input: z.object({ id, path }),
    output: z.object({ draft: fileVersion, live: fileVersion, base: fileVersion }),
  }),
  /**
   * Publishes all changes atomically. Refused (conflict) if a file differs from the state that `signature` describes.
   */
  'templateDraft.publish': mutation({
    method: 'POST',
    path: cms('template/draft/publish'),
    title: '发布模板草稿',
    slow: true,
    access,
    body: 'rows',
    input: z.object({
      id,
      signature,
      /** The chosen version for each change with the resolution `ask`. */
      answers: z.array(z.object({ path, take: z.enum(['draft', 'live']) })).default([]),
    }),
    /** momentId: the restore point before the publication; 0 if nothing changed. */
    output: z.object({ momentId: z.number(), published: z.number(), taken: z.number() }),
    success: '发布成功',
    stale,
  }),
  /** Discards the draft; its files can be restored into another draft from the list of restore points. */
  'templateDraft.discard': mutation({
    method: 'POST',
    path: cms('template/draft/discard'),
    title: '放弃模板草稿',
    slow: true,
    access,
    input: byId,
    output: nothing,
    success: '草稿已放弃',
    stale,
  }),
  'templateMoment.page': query({
    method: 'POST',
    path: cms('template/moment/page'),
    title: '模板历史',
    access,
    input: paging({ templateId: id }),
    output: paged(restorePoint),
  }),
  'templateMoment.files': query({
    method: 'POST',
    path: cms('template/moment/files'),
    title: '模板历史的文件',
    slow: true,
    access,
    input: byId,
    output: z.object({ moment: restorePoint, files: z.array(restorePointFile), signature: z.string() }),
  }),
  'templateMoment.file': query({
    method: 'POST',
    path: cms('template/moment/file'),
    title: '模板历史的一个文件',
    access,
    input: z.object({ id, path }),
    output: z.object({ before: fileVersion, now: fileVersion }),
  }),
  /**
   * Restores a state completely or only some paths; the current state becomes a restore point. Refused (conflict) as in
   * `templateDraft.publish`.
   */
  'templateMoment.restore': mutation({
    method: 'POST',
    path: cms('template/moment/restore'),
    title: '还原模板历史',
    slow: true,
    access,
    body: 'rows',
    input: z.object({
      id,
      signature,
      whole: flag,
      paths: z.array(path).max(50_000, '一次最多还原 50000 个文件，请分批操作').default([]),
      /** Reverts a publication: its changes become unpublished changes in the draft. */
      undo: flag,
    }),
    output: z.object({ momentId: z.number(), restored: z.number() }),
    success: '已还原',
    stale,
  }),
})
