import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { flag, id, idList, ids, paged, paging, required } from './fields.ts'

const messages = (schema: z.ZodType, input: unknown): string[] =>
  schema.safeParse(input).error?.issues.map((i) => i.message) ?? []

describe('fields', () => {
  it('reads a list of ids in every spelling that clients use', () => {
    expect(idList.parse([{ id: 1 }, { id: '2' }, 3, '4'])).toEqual([1, 2, 3, 4])
  })
  it('refuses an empty selection with the documents sentence [A-188]', () => {
    expect(messages(idList, [])).toEqual(['请选择数据！'])
    expect(messages(idList, undefined)).toEqual(['请选择数据！'])
  })
  it.each([
    [true, true],
    [undefined, false],
    ['true', true],
    ['false', false],
    [1, true],
    [0, false],
    ['0', false],
  ])('reads the flag %s as %s', (input, expected) => {
    expect(flag.parse(input)).toBe(expected)
  })
  it('refuses a flag that is neither', () => {
    expect(flag.safeParse('perhaps').success).toBe(false)
  })
  it('accepts both spellings of paging and defaults to the first ten [B-179]', () => {
    const list = paging({ siteId: id.optional() })
    expect(list.parse({})).toMatchObject({ page: 1, size: 10, key: '' })
    expect(list.parse({ pageIndex: '3', pageSize: '20' })).toMatchObject({ page: 3, size: 20 })
    expect(list.parse({ page: 2, size: 5, siteId: '7' })).toMatchObject({ page: 2, size: 5, siteId: 7 })
    expect(list.safeParse({ page: 0 }).success).toBe(false)
    expect(list.safeParse({ size: 10_001 }).success).toBe(false)
  })
  it('describes a paged answer as content, totalElements, totalPages [A-151]', () => {
    const answer = { content: [1], totalElements: 1, totalPages: 1 }
    expect(paged(z.number()).parse(answer)).toEqual(answer)
  })
  it('trims what is required and words the missing one', () => {
    const name = required('请输入名称', 5)
    expect(name.parse('  首页 ')).toBe('首页')
    expect(messages(name, '   ')).toEqual(['请输入名称'])
    expect(messages(name, undefined)).toEqual(['请输入名称'])
    expect(messages(name, '一二三四五六')).toEqual(['名称不能超过 5 个字'])
    expect(messages(required('请输入站点名称', 5, '栏目名称'), '一二三四五六')).toEqual(['栏目名称不能超过 5 个字'])
    for (const bad of ['a\nb', 'a\0b', 'a\u007fb'])
      expect(messages(name, bad)).toEqual(['名称含有换行或看不见的控制字符，请重新输入'])
  })
  it('accepts as many ids at once as a database statement', () => {
    const list = ids('请选择数据！')
    expect(list.parse([1, { id: 2 }])).toEqual([1, 2])
    expect(messages(list, [])).toEqual(['请选择数据！'])
    expect(
      messages(
        list,
        Array.from({ length: 10_001 }, (_, i) => i),
      ),
    ).toEqual(['一次最多处理 10000 条，请分批操作'])
  })
  it('refuses ids that are no whole numbers from 0 up', () => {
    for (const bad of ['x', -1, 1.5, undefined, {}]) expect(id.safeParse(bad).success, String(bad)).toBe(false)
  })
  it('says in Chinese what a schema does not word itself', () => {
    expect(messages(z.string(), 5)[0]).toMatch(/[\u4e00-\u9fff]/)
  })
})
