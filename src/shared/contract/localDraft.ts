import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { dateTime, nothing } from './fields.ts'

/** Most characters of one draft. */
export const LOCAL_DRAFT_LIMIT = 20 * 1024 * 1024
/** Most drafts of all connections and accounts; beyond it the oldest are removed. */
export const LOCAL_DRAFT_COUNT = 200
/** Days after which a draft is removed. */
export const LOCAL_DRAFT_DAYS = 30

/** Names the form within the account: `content/<column>/<entry>`. */
const key = z.string().min(1).max(1000)
/** Tells apart the windows in which one form is open: each keeps a draft of its own. '' where there is only one. */
const writer = z
  .string()
  .regex(/^[\da-f-]{0,36}$/)
  .default('')
const draft = z.object({ key, writer })

/**
 * Unsaved form input, kept on this computer per connection and account, so that neither a crash nor an ended session
 * loses it.
 */
export const localDraftOperations = {
  /** What is kept of that form, newest first. */
  'localDrafts.list': hostQuery({
    title: '查找本机暂存',
    input: z.object({ key }),
    output: z.array(z.object({ writer, savedAt: dateTime })),
  }),
  /** What is kept of all forms whose names begin so, newest first: also of those that nothing leads to any more. */
  'localDrafts.find': hostQuery({
    title: '查找未保存的内容',
    input: z.object({ prefix: key }),
    output: z.array(z.object({ key, writer, savedAt: dateTime })),
  }),
  /** null: nothing is kept of that form. */
  'localDrafts.get': hostQuery({
    title: '读取本机暂存',
    input: draft,
    output: z.object({ savedAt: dateTime, text: z.string() }).nullable(),
  }),
  'localDrafts.put': hostMutation({
    title: '本机暂存',
    input: draft.extend({ text: z.string().max(LOCAL_DRAFT_LIMIT, '内容超过 20 MB，不能在本机暂存，请先保存到草稿') }),
    output: z.object({ savedAt: dateTime }),
  }),
  'localDrafts.remove': hostMutation({ title: '删除本机暂存', input: draft, output: nothing }),
}
