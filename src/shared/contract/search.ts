import { z } from 'zod'
import { cms, query, session } from './define.ts'

/** A server-side hit of the global search; the window itself searches screens, columns and commands. */
export const searchHit = z.object({
  kind: z.enum(['entry', 'template', 'person']),
  title: z.string(),
  /** The column or part of the product. */
  note: z.string(),
  /** Id of the entry: several entries with one title can share an address. */
  id: z.number().optional(),
  /** Address of its screen. */
  path: z.string(),
})
export type SearchHit = z.output<typeof searchHit>

/** Beyond the documents: global search, limited to what the caller may read. */
export const searchOperations = {
  'search.find': query({
    method: 'POST',
    path: cms('search/find'),
    title: '全局搜索',
    access: session,
    input: z.object({ key: z.string().trim().min(1, '请输入搜索内容').max(100, '搜索内容不能超过 100 个字') }),
    output: z.object({
      found: z.array(searchHit),
      /** There are, or may be, more matching entries. */
      more: z.boolean(),
    }),
  }),
}
