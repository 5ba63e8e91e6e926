import { describe, expect, it } from 'vitest'
import { aField } from '#tests/builders/field.ts'
import { differences } from '#renderer/ui/form/compare.ts'
import { type Change, applyChange, toChosenField, type Draft } from './draft.ts'
import { toComparableRecords, mergeFields } from './merge.ts'

const field = (name: string, more: Parameters<typeof aField>[1] = {}) => toChosenField(aField(name, more))
const [a, b, c] = [field('a'), field('b'), field('c')]
const after = (...changes: Change[]): Draft => changes.reduce(applyChange, { fields: [a, b, c], current: 'a' })
const names = (draft: Draft): string => draft.fields.map((each) => each.fieldName).join('')

describe('the chosen fields', () => {
  it('are added once, at the end or in a place, and shown', () => {
    expect(after({ kind: 'add', field: field('d') })).toMatchObject({ current: 'd' })
    expect(names(after({ kind: 'add', field: field('d') }))).toBe('abcd')
    expect(names(after({ kind: 'add', field: field('d'), at: 1 }))).toBe('adbc')
    const again = after({ kind: 'add', field: field('b', { fieldAlias: 'other' }) })
    expect(again).toEqual({ fields: [a, b, c], current: 'b' })
  })
  it('move within the list, and not past its ends', () => {
    expect(names(after({ kind: 'move', name: 'a', to: 2 }))).toBe('bca')
    expect(names(after({ kind: 'move', name: 'c', to: 0 }))).toBe('cab')
    expect(names(after({ kind: 'move', name: 'b', to: 9 }))).toBe('acb')
    expect(names(after({ kind: 'move', name: 'b', to: -1 }))).toBe('bac')
    expect(after({ kind: 'move', name: 'a', to: -1 }).fields).toEqual([a, b, c])
    expect(after({ kind: 'move', name: 'x', to: 0 }).fields).toEqual([a, b, c])
  })
  it('that are taken away leave the next one shown, or the last', () => {
    expect(after({ kind: 'remove', name: 'a' })).toMatchObject({ fields: [b, c], current: 'b' })
    expect(after({ kind: 'show', name: 'c' }, { kind: 'remove', name: 'c' }).current).toBe('b')
    expect(after({ kind: 'remove', name: 'b' }).current).toBe('a')
    const none = after(...['a', 'b', 'c'].map((name): Change => ({ kind: 'remove', name })))
    expect(none).toEqual({ fields: [], current: '' })
  })
  it('keep everything else when one part is edited', () => {
    const { fields } = after({ kind: 'edit', name: 'b', patch: { note: 'x' } })
    expect(fields).toEqual([a, { ...b, note: 'x' }, c])
    expect(fields[0]).toBe(a)
  })
  it('drop what belongs to the catalogue', () => {
    expect(toChosenField({ ...aField('a'), id: 7, isStatus: true } as ReturnType<typeof aField>)).toEqual(a)
  })
})

describe('two people at one column', () => {
  const theirs = [field('c'), field('a', { note: 'theirs' }), field('d')]
  const mine = [a, { ...b, note: 'mine' }, c]
  const sides = { base: [a, b, c], mine, theirs }
  const compare = () => {
    const { base, mine, theirs, labels } = toComparableRecords(sides)
    return differences(base, theirs, mine, labels)
  }

  it('see each field that differs, who changed it, and the order of what both have', () => {
    expect(compare().map(({ title, changed }) => [title, changed])).toEqual([
      ['字段顺序', 'theirs'],
      ['字段“a”', 'theirs'],
      ['字段“b”', 'both'],
      ['字段“d”', 'theirs'],
    ])
    const { show, theirs } = toComparableRecords(sides)
    expect(show('order', theirs['order'])).toBe('1. c\n2. a')
    expect(show('field b', null)).toBe('（无此字段）')
    expect(show('field a', theirs['field a'])).toContain('提示：theirs')
  })
  it('keep mine where nothing is taken, with what only they have left out', () => {
    const own = new Map<string, unknown>()
    expect(mergeFields({ ...sides, theirs: [a, b, c] }, own)).toEqual(mine)
    expect(mergeFields(sides, own)).toEqual(mine)
  })
  it('take theirs by field, their order too', () => {
    const all = compare().filter(({ changed }) => changed === 'theirs')
    const taken = new Map(all.map(({ field, theirs }) => [field, theirs]))
    expect(mergeFields(sides, taken).map((each) => [each.fieldName, each.note])).toEqual([
      ['c', ''],
      ['a', 'theirs'],
      ['d', ''],
      ['b', 'mine'],
    ])
    expect(mergeFields(sides, new Map([['field b', null]])).map((each) => each.fieldName)).toEqual(['a', 'c'])
  })
})
