import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { id } from '#shared/contract/fields.ts'
import { AppError } from '#shared/errors/index.ts'
import { parseInput } from './input.ts'

describe('parsing an input', () => {
  const schema = z.object({ name: z.string('请输入名称'), at: z.object({ page: z.number('请输入页码') }) })

  it('answers what the schema makes of it, without what it does not name', () => {
    expect(parseInput(schema, { name: 'a', at: { page: 1 }, channel: 'pc' })).toEqual({ name: 'a', at: { page: 1 } })
  })
  it('takes a null or empty field for a missing one, where the contract knows no such value', () => {
    const form = z.object({
      size: z.coerce.number().min(1).default(10),
      isOpen: z.stringbool().default(false),
      note: z.string().default('-'),
      base: z.string().nullable(),
      name: z.string('请输入名称').min(1, '请输入名称'),
    })
    const blank = { size: '', isOpen: '', note: null, base: null, name: 'a' }
    expect(parseInput(form, blank)).toEqual({ size: 10, isOpen: false, note: '-', base: null, name: 'a' })
    expect(parseInput(form, { ...blank, size: null, note: '' })).toMatchObject({ size: 10, note: '' })
    expect(() => parseInput(form, { ...blank, name: '' })).toThrow('请输入名称')
    expect(() => parseInput(form, { ...blank, size: 0 })).toThrow(AppError)
  })
  it('takes a text for a list, as forms have it', () => {
    const form = z.object({ ids: z.array(z.coerce.number('请输入编号')) })
    expect(parseInput(form, { ids: '7' })).toEqual({ ids: [7] })
    expect(parseInput(form, { ids: '7,8' })).toEqual({ ids: [7, 8] })
    expect(() => parseInput(form, { ids: 'x' })).toThrow('请输入编号')
    expect(() => parseInput(form, { ids: { 7: 8 } })).toThrow(AppError)
  })
  it('refuses a text that PostgreSQL could not keep, wherever it stands', () => {
    const form = z.object({ list: z.array(z.object({ name: z.string() })) })
    expect(() => parseInput(form, { list: [{ name: 'a' }, { name: 'a\0b' }] })).toThrow('空字符')
    expect(parseInput(form, { list: [{ name: '0' }], other: '\0' })).toEqual({ list: [{ name: '0' }] })
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
  it('names the field where its schema words nothing', () => {
    const form = z.object({ list: z.array(z.union([id, z.object({ id })])) })
    const messageOf = (input: unknown): string => catchError(() => parseInput(form, input)).message
    expect(messageOf({})).toBe('参数“list”缺失或格式有误，请检查后重试')
    expect(messageOf({ list: [1, {}] })).toContain('参数“list.1')
    expect(messageOf([1])).toBe('提交的内容应为对象，请检查后重试')
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
