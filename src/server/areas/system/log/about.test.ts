import { describe, expect, it } from 'vitest'
import { aboutOf } from './about.ts'

const changed = (...titles: string[]): string => JSON.stringify(titles.map((title, id) => ({ id, title })))

describe('what a line of the log was about', () => {
  it('is the records that it changed, the first of many', () => {
    expect(aboutOf({ changes: changed('城市'), input: '{"title":"别的"}' })).toBe('城市')
    expect(aboutOf({ changes: changed('甲', '乙', '丙', '丁'), input: '[]' })).toBe('甲、乙、丙 等 4 项')
    expect(aboutOf({ changes: changed('长'.repeat(200)), input: '{}' })).toHaveLength(61)
  })

  it('is else what the input calls the record', () => {
    const fieldList = [
      { fieldName: 'source', fieldValue: '办公室' },
      { fieldName: 'title', fieldValue: ' 行业周报 ' },
    ]
    expect(aboutOf({ changes: '', input: JSON.stringify({ classId: 3, fieldList }) })).toBe('行业周报')
    expect(aboutOf({ changes: '', input: '{"path":"corporate","saveFileName":"index.html"}' })).toBe('index.html')
    for (const input of ['[1,2]', '{}', 'null', '"x"', '{"fieldList":"cut"}', '{"title":5}', '{"name":"***"}'])
      expect(aboutOf({ changes: changed(''), input })).toBe('')
  })
})
