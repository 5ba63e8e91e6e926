import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { parseInput } from './input.ts'

describe('parsing an input', () => {
  const schema = z.object({ name: z.string('请输入名称'), at: z.object({ page: z.number('请输入页码') }) })

  it('answers what the schema makes of it, without what it does not name', () => {
    expect(parseInput(schema, { name: 'a', at: { page: 1 }, channel: 'pc' })).toEqual({ name: 'a', at: { page: 1 } })
  })
  it('names every broken rule by its place, the first one as the message', () => {
    const error = catchError(() => parseInput(schema, { at: { page: 'x' } }))
    expect(error).toMatchObject({
      code: 'invalid',
      message: '请输入名称',
      details: {
        issues: [
          { field: 'name', message: '请输入名称' },
          { field: 'at.page', message: '请输入页码' },
        ],
      },
    })
  })
})

function catchError(run: () => unknown): AppError {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('nothing was thrown')
}
