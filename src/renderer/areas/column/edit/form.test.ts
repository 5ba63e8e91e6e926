import { describe, expect, it } from 'vitest'
import { aColumn } from '#tests/builders/columnRow.ts'
import { columnDialogForm, type ColumnInput, createColumnValues, toSaveInput, toColumnValues } from './form.ts'

const sent = (changes: ColumnInput | Partial<ColumnInput>) =>
  toSaveInput(columnDialogForm.parse({ ...createColumnValues(1, 0), title: '新闻', ...changes }))

describe('what the column dialog sends', () => {
  it('leaves out lines that nobody filled in, and keeps each template with its address', () => {
    const form = sent({
      frontListUrl: ['', '/b.html', '/c.html'],
      frontListTemplate: ['', '', 'c.html'],
      apiUrlList: ['', 'api/x'],
    })
    expect(form).toMatchObject({
      frontListUrl: ['/b.html', '/c.html'],
      frontListTemplate: ['', 'c.html'],
      apiUrlList: ['api/x'],
    })
  })
  it('refuses a template without an address, where it stands', () => {
    const result = columnDialogForm.safeParse({
      title: 'x',
      frontDetailUrl: ['/a', ''],
      frontDetailTemplate: ['', 'd.html'],
    })
    expect(result.error?.issues).toMatchObject([{ path: ['frontDetailUrl', 1], message: '请输入页面地址，或移除该行' }])
  })
  it('leaves out positions that the mark and the module no longer offer', () => {
    expect(sent({ moduleId: 9, showPositionIds: [1, 2] }).showPositionIds).toEqual([1])
    expect(sent({ moduleId: 1, showPositionIds: [1, 2] }).showPositionIds).toEqual([])
    expect(sent({ identifies: 'banner', showPositionIds: [1, 2] }).showPositionIds).toEqual([1, 2])
  })
})

it('a column comes out as it went in, its lists equally long', () => {
  const column = aColumn(210, '新闻', { frontListUrl: ['/a', '/b'], frontListTemplate: ['a.html'], version: 4 })
  const values = toColumnValues(column)
  expect(values.frontListTemplate).toEqual(['a.html', ''])
  expect(toSaveInput(columnDialogForm.parse(values))).toMatchObject({
    id: 210,
    title: '新闻',
    version: 4,
    frontListUrl: ['/a', '/b'],
  })
})
it('a column of a server without versions has none', () => {
  expect(toColumnValues(aColumn(1, 'x', { version: undefined }))).not.toHaveProperty('version')
})
