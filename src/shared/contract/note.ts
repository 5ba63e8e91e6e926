import { z } from 'zod'
import { withAreaTitles, cms, mutation, query, role } from './define.ts'
import { byId, dateTime, flag, id, nothing, text, undocumentedOutput } from './fields.ts'

/** Maximum length of a note, of the quoted words, and of the context on each side of them. */
export const MAX_NOTE_CHARS = 1000
export const MAX_QUOTE_CHARS = 500
export const MAX_CONTEXT_CHARS = 40
/** Maximum number of notes and replies per entry. */
export const MAX_NOTES = 500

/** A reviewer's note on a passage of an entry; with parentId a reply to a note. */
const contentNote = z.object({
  id: z.number(),
  /** 0: not a reply. */
  parentId: z.number(),
  fieldName: z.string(),
  /** The quoted words, with the context before and after them. */
  quote: z.string(),
  before: z.string(),
  after: z.string(),
  text: z.string(),
  /** Real name of the author. */
  author: z.string(),
  createTime: dateTime,
  /** '' while the note is open. */
  closedBy: z.string(),
  closeTime: dateTime,
  /** The caller wrote the note. */
  own: z.boolean(),
  /** The caller may reply and close it. */
  mayWrite: z.boolean().default(true),
})
export type ContentNote = z.output<typeof contentNote>

const path = (rest: string) => cms(`content-note/${rest}`)
const stale = ['note.list', 'content.timeline'] as const

/**
 * Reviewers' notes on the texts of entries (decision 040), for everybody who may read the entry or decide on its
 * publication. Notes are stored beside the entry and never published. Handlers check the rights that depend on the
 * entry.
 */
export const noteOperations = withAreaTitles({ note: '批注' })({
  'note.list': query({
    method: 'POST',
    path: path('list'),
    title: '批注列表',
    access: role,
    input: z.object({ contentId: id }),
    output: z.array(contentNote),
  }),
  'note.save': mutation({
    method: 'POST',
    path: path('save'),
    title: '添加批注',
    access: role,
    input: z.object({
      contentId: id,
      parentId: id.default(0),
      fieldName: text(100, '字段'),
      quote: text(MAX_QUOTE_CHARS, '批注的文字'),
      before: text(MAX_CONTEXT_CHARS, '前文'),
      after: text(MAX_CONTEXT_CHARS, '后文'),
      text: z
        .string('请输入批注')
        .trim()
        .min(1, '请输入批注')
        .max(MAX_NOTE_CHARS, `批注不能超过 ${MAX_NOTE_CHARS} 个字`),
    }),
    personal: ['quote', 'before', 'after', 'text'],
    output: undocumentedOutput(byId),
    success: '批注已保存',
    stale,
  }),
  /** Closes or reopens a note; closed notes are retained. */
  'note.close': mutation({
    method: 'POST',
    path: path('close'),
    title: '解决批注',
    access: role,
    input: z.object({ id, isClosed: flag }),
    output: nothing,
    success: '已更新批注',
    stale,
  }),
  /** Deletes one of the caller's own notes with its replies. */
  'note.remove': mutation({
    method: 'POST',
    path: path('remove'),
    title: '删除批注',
    access: role,
    input: byId,
    output: nothing,
    success: '删除成功',
    stale,
  }),
})
