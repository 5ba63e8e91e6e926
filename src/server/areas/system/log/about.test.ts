import { describe, expect, it } from 'vitest'
import { describeSubject } from './subject.ts'

const changed = (...titles: string[]): string => JSON.stringify(titles.map((title, id) => ({ id, title })))

describe('what a line of the log was about', () => {
  it('is the records that it changed, the first of many', () => {
    expect(describeSubject({ changes: changed('城市'), input: '{"title":"别的"}' })).toBe('城市')
    expect(describeSubject({ changes: changed('甲', '乙', '丙', '丁'), input: '[]' })).toBe('甲、乙、丙 等 4 项')
    expect(describeSubject({ changes: changed('长'.repeat(200)), input: '{}' })).toHaveLength(61)
  })

  it('is else what the input calls the record', () => {
    const fieldList = [
      { fieldName: 'source', fieldValue: '办公室' },
      { fieldName: 'title', fieldValue: ' 行业周报 ' },
    ]
    expect(describeSubject({ changes: '', input: JSON.stringify({ classId: 3, fieldList }) })).toBe('行业周报')
    expect(describeSubject({ changes: '', input: '{"path":"corporate","saveFileName":"index.html"}' })).toBe(
      'index.html',
    )
    for (const input of ['[1,2]', '{}', 'null', '"x"', '{"fieldList":"cut"}', '{"title":5}', '{"name":"***"}'])
      expect(describeSubject({ changes: changed(''), input })).toBe('')
  })
})
