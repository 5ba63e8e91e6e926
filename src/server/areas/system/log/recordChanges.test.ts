import { describe, expect, it } from 'vitest'
import { compareRecord, findIds } from './recordChanges.ts'

describe('what became of a record', () => {
  it('is nothing when only who saved it differs', () => {
    const record = { id: 1, title: '甲', version: 1, changedBy: 'a', lastModifiedDate: 'x' }
    expect(compareRecord(1, record, { ...record, version: 2, changedBy: 'b', lastModifiedDate: 'y' })).toBeNull()
  })
  it('names the fields, with texts from a little before their difference on', () => {
    const long = 'x'.repeat(1000)
    const change = compareRecord(1, { title: '甲', text: `${long}一` }, { title: '甲', text: `${long}二` })
    expect(change).toMatchObject({ id: 1, title: '甲', what: 'changed', more: 0 })
    expect(change?.fields).toEqual([{ name: 'text', before: `…${'x'.repeat(40)}一`, after: `…${'x'.repeat(40)}二` }])
  })
  it('logs that a secret or personal field changed, never its value', () => {
    const change = compareRecord(
      1,
      { name: 'a', phone: '13800000000', secretKey: 'k1' },
      { name: 'a', phone: '139', secretKey: 'k2' },
      ['phone'],
    )
    expect(change?.fields).toEqual([
      { name: 'phone', before: '***', after: '***' },
      { name: 'secretKey', before: '***', after: '***' },
    ])
  })
  it('says how many fields are not listed', () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_each, at) => [`f${at}`, at + 1]))
    expect(compareRecord(1, null, many)).toMatchObject({ what: 'made', more: 10 })
  })
  it('finds the records that an input names', () => {
    expect(findIds({ id: 3 })).toEqual([3])
    expect(findIds({ id: 0 })).toEqual([])
    expect(findIds({ idList: [1, 2], heirId: 9 })).toEqual([1, 2])
    expect(findIds([4, 5])).toEqual([4, 5])
    expect(findIds(Array.from({ length: 50 }, (_each, at) => at + 1))).toHaveLength(20)
  })
})
