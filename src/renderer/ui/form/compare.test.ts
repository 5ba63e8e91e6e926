import { describe, expect, it } from 'vitest'
import type { Fact } from '#shared/errors/facts.ts'
import { AppError } from '#shared/errors/index.ts'
import { differences, formatValue, parseConflict } from './compare.ts'

const LABELS = { title: '名称', note: '备注', domains: '域名', on: '开启' }
const BASE = { title: '主站', note: '', domains: ['a.com'], on: false, version: 3 }

describe('the comparison of two versions', () => {
  it('says for each field who changed it, in the order of the labels', () => {
    const theirs = { ...BASE, title: '他的', note: '他的备注', version: 4 }
    const mine = { ...BASE, title: '我的', domains: ['a.com', 'b.com'] }
    expect(differences(BASE, theirs, mine, LABELS).map(({ field, changed }) => [field, changed])).toEqual([
      ['title', 'both'],
      ['note', 'theirs'],
      ['domains', 'mine'],
    ])
  })

  it('passes over what both changed alike, what is empty on both sides, and what the answer does not hold', () => {
    const theirs = { title: '同样', note: null, on: true }
    const mine = { ...BASE, title: '同样', note: '', domains: ['x.com'], on: true }
    expect(differences(BASE, theirs, mine, LABELS)).toEqual([])
  })

  it('writes values in words', () => {
    expect([true, false, ['a', 'b'], [], null, undefined, '', 0, { a: 1 }].map(formatValue)).toEqual([
      '是',
      '否',
      'a\nb',
      '',
      '',
      '',
      '',
      '0',
      '{\n  "a": 1\n}',
    ])
  })
})

describe('a refused save', () => {
  const refused = (fact?: Fact): AppError => new AppError('conflict', 'x', { details: fact ? { fact } : {} })

  it('extracts author and time from the errors of sites and of columns', () => {
    expect(
      parseConflict(refused({ kind: 'changed', version: 7, changedBy: '王芳', changedAt: '2026-01-02 03:04:05' })),
    ).toEqual({
      who: '王芳',
      when: '2026-01-02 03:04:05',
    })
    expect(
      parseConflict(refused({ kind: 'changed', version: 7, changedBy: '', changedAt: '2026-01-02 03:04:05' })),
    ).toEqual({
      who: '',
      when: '2026-01-02 03:04:05',
    })
  })

  it('is something else with other facts, or with none', () => {
    expect(parseConflict(refused())).toBeNull()
    expect(parseConflict(refused({ kind: 'used', used: 2 }))).toBeNull()
    expect(parseConflict(new AppError('invalid', 'x'))).toBeNull()
  })
})
