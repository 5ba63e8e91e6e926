import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query } from './define.ts'
import { byId, flag, id, nothing, paged, paging } from './fields.ts'

/**
 * The project's own calls: a draft copy of a template that is published in one step, and the states before each publication
 * that can be looked at and put back. A server offers them as this feature.
 */
export const DRAFT_FEATURE = 'template-draft-1'

const folder = z.string('请提供模板文件夹 folder').min(1).max(64)
const path = z.string('请提供路径 path').min(1).max(2000)
/** Names what was shown: a change is carried out for exactly that. */
const signature = z.string('请先查看要改动的文件').min(1).max(64)

/** A draft is a template of its own for the file and sync calls, under this folder. */
const draft = z.object({ folder: z.string(), createdBy: z.string(), createDate: z.string() })

const draftState = z.object({
  /** Of the template that sites use. */
  templateId: z.number(),
  name: z.string(),
  folder: z.string(),
  draft: draft.nullable(),
})
export type DraftState = z.output<typeof draftState>

/**
 * publish: changed in the draft alone. take: changed in the template alone, the draft gets it too. merge: changed in both, in
 * different places of a text. ask: changed in both, and somebody has to choose.
 */
export const DRAFT_WAYS = ['publish', 'take', 'merge', 'ask'] as const
/** What is done to the side that does not have it yet. */
const change = z.enum(['added', 'changed', 'removed'])

const draftChange = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  way: z.enum(DRAFT_WAYS),
  change,
  /** Bytes of both sides; 0 where there is no file. */
  draftSize: z.number(),
  liveSize: z.number(),
})
export type DraftChange = z.output<typeof draftChange>

/** text is null where there is no file, it is no text, or it is too large to show. */
export const fileVersion = z.object({ exists: z.boolean(), size: z.number(), text: z.string().nullable() })
export type FileVersion = z.output<typeof fileVersion>

/** publish, undo, restore: the template before that. draft: the draft before a publication changed it. discard: the draft that was given up. */
const MOMENT_KINDS = ['publish', 'undo', 'restore', 'draft', 'discard'] as const
const moment = z.object({
  id: z.number(),
  kind: z.enum(MOMENT_KINDS),
  by: z.string(),
  date: z.string(),
  /** Files of that state, and how many were changed by what came then. */
  files: z.number(),
  changed: z.number(),
})
export type TemplateMoment = z.output<typeof moment>

/** How the state of then differs from now: `missing` now, `added` since, or with another content. */
const momentFile = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  size: z.number(),
  state: z.enum(['same', 'changed', 'missing', 'added']),
  /** What came then changed this path; `since`: it was changed once more after that. */
  touched: z.boolean(),
  since: z.boolean(),
})
export type MomentFile = z.output<typeof momentFile>

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

export const templateDraftOperations = areas({ templateDraft: '模板草稿', templateMoment: '模板历史' })({
  'templateDraft.find': query({
    method: 'POST',
    path: cms('template/draft/find'),
    title: '模板草稿',
    access,
    /** Of the template or of its draft. */
    input: z.object({ folder }),
    output: draftState,
  }),
  'templateDraft.create': mutation({
    method: 'POST',
    path: cms('template/draft/create'),
    title: '建立模板草稿',
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
  /** All or nothing, in one step. Refused (conflict) when a file is another one than `signature` names. */
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
      /** For each change of way `ask`, whose version is wanted. */
      answers: z.array(z.object({ path, take: z.enum(['draft', 'live']) })).default([]),
    }),
    /** momentId: the state before, to go back to; 0 when nothing had to be changed. */
    output: z.object({ momentId: z.number(), published: z.number(), taken: z.number() }),
    success: '发布成功',
    stale,
  }),
  /** Its files can be put into another draft from the list of moments. */
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
    output: paged(moment),
  }),
  'templateMoment.files': query({
    method: 'POST',
    path: cms('template/moment/files'),
    title: '模板历史的文件',
    slow: true,
    access,
    input: byId,
    output: z.object({ moment, files: z.array(momentFile), signature: z.string() }),
  }),
  'templateMoment.file': query({
    method: 'POST',
    path: cms('template/moment/file'),
    title: '模板历史的一个文件',
    access,
    input: z.object({ id, path }),
    output: z.object({ before: fileVersion, now: fileVersion }),
  }),
  /** Puts a state back, whole or some paths of it; what is there now becomes a moment. Refused (conflict) as `publish` is. */
  'templateMoment.restore': mutation({
    method: 'POST',
    path: cms('template/moment/restore'),
    title: '放回模板历史',
    slow: true,
    access,
    body: 'rows',
    input: z.object({
      id,
      signature,
      whole: flag,
      paths: z.array(path).max(50_000, '一次最多放回 50000 个文件，请分批操作').default([]),
      /** A publication is taken back: what it brought stands in the draft as not published again. */
      undo: flag,
    }),
    output: z.object({ momentId: z.number(), restored: z.number() }),
    success: '已还原',
    stale,
  }),
})
