import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { dateTime, nothing } from './fields.ts'

/** Maximum number of characters in a draft. */
export const MAX_LOCAL_DRAFT_CHARS = 20 * 1024 * 1024
/** Maximum number of drafts of all connections and accounts; the oldest ones beyond it are removed. */
export const MAX_LOCAL_DRAFTS = 200
/** Retention of a draft, in days. */
export const LOCAL_DRAFT_RETENTION_DAYS = 30

/** Name of the form within the account: `content/<column>/<entry>`. */
const key = z.string().min(1).max(1000)
/** Id of the window, so that windows with the same form have separate drafts; '' if there is only one window. */
const writer = z
  .string()
  .regex(/^[\da-f-]{0,36}$/)
  .default('')
const draft = z.object({ key, writer })

/**
 * Unsaved form input, stored on this computer per connection and account, so that neither a crash nor an expired
 * session loses it.
 */
export const localDraftOperations = {
  /** Drafts of one form, newest first. */
  'localDrafts.list': hostQuery({
    title: '查找本机暂存',
    input: z.object({ key }),
    output: z.array(z.object({ writer, savedAt: dateTime })),
  }),
  /** Drafts of all forms with this name prefix, newest first, including forms that are no longer reachable. */
  'localDrafts.find': hostQuery({
    title: '查找未保存的内容',
    input: z.object({ prefix: key }),
    output: z.array(z.object({ key, writer, savedAt: dateTime })),
  }),
  /** null: the form has no draft. */
  'localDrafts.get': hostQuery({
    title: '读取本机暂存',
    input: draft,
    output: z.object({ savedAt: dateTime, text: z.string() }).nullable(),
  }),
  'localDrafts.put': hostMutation({
    title: '本机暂存',
    input: draft.extend({
      text: z.string().max(MAX_LOCAL_DRAFT_CHARS, '内容超过 20 MB，不能在本机暂存，请先保存到草稿'),
    }),
    output: z.object({ savedAt: dateTime }),
  }),
  'localDrafts.remove': hostMutation({ title: '删除本机暂存', input: draft, output: nothing }),
}
