import { z } from 'zod'
import { cms, query, session } from './define.ts'

/** What of the server the search over everything finds; the rest (screens, columns, commands) the window knows itself. */
export const found = z.object({
  kind: z.enum(['entry', 'template', 'person']),
  title: z.string(),
  /** Where it belongs. */
  note: z.string(),
  /** Of the entry: several of one title lead to one address. */
  id: z.number().optional(),
  /** Address of its screen. */
  path: z.string(),
})
export type Found = z.output<typeof found>

/** Beyond the documents: search over everything, by what the caller may read. */
export const searchOperations = {
  'search.find': query({
    method: 'POST',
    path: cms('search/find'),
    title: '全局搜索',
    access: session,
    input: z.object({ key: z.string().trim().min(1, '请输入搜索内容').max(100, '搜索内容不能超过 100 个字') }),
    output: z.object({
      found: z.array(found),
      /** Entries beyond those that are answered match, or may. */
      more: z.boolean(),
    }),
  }),
}
