import { z } from 'zod'
import { hostQuery } from './define.ts'
import { none } from './fields.ts'

/** A third-party package in the program. */
export const part = z.object({
  name: z.string(),
  version: z.string(),
  /** SPDX; '' where the package names none. */
  license: z.string(),
})
export type Part = z.output<typeof part>

export const partsOperations = {
  /** Sorted by name; empty in a program that was not built (`npm run dev`). */
  'parts.list': hostQuery({ title: '部件清单', input: none, output: z.array(part) }),
  /** A part's licence and notices; '' for none. Error: not-found. */
  'parts.text': hostQuery({
    title: '许可证全文',
    input: z.object({ name: z.string().max(300), version: z.string().max(100) }),
    output: z.object({ text: z.string() }),
  }),
}
