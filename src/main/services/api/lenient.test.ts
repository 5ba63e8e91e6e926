import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseLeniently } from './lenient.ts'

const row = z.object({ id: z.number(), name: z.string(), on: z.boolean(), tags: z.array(z.string()) })
const full = { id: 1, name: 'a', on: true, tags: ['x'] }

describe('a foreign answer', () => {
  it.each([
    ['exact', full, full],
    ['with more fields', { ...full, theirs: 1 }, full],
    ['with numbers as text', { ...full, id: '12' }, { ...full, id: 12 }],
    ['with text as numbers', { ...full, name: 7 }, { ...full, name: '7' }],
    ['with 0 and 1 for yes and no', { ...full, on: 1 }, full],
    ['with nulls', { id: null, name: null, on: null, tags: null }, { id: 0, name: '', on: false, tags: [] }],
    ['with fields missing', {}, { id: 0, name: '', on: false, tags: [] }],
  ])('%s is taken', (_name, data, expected) => {
    expect(parseLeniently(row, data)?.value).toEqual(expected)
  })
  it.each([
    ['another kind of thing', [full]],
    ['nothing at all', null],
    ['a page of text', '<html>'],
    ['text where a list belongs', { ...full, tags: 'x' }],
    ['no number where one belongs', { ...full, id: 'abc' }],
  ])('that is %s is not', (_name, data) => {
    expect(parseLeniently(row, data)).toBeNull()
  })
  it('is mended at any depth, named in the notes, and never changed itself', () => {
    const data = { content: [{ ...full, name: null }], totalElements: '1', totalPages: 1 }
    const page = z.object({ content: z.array(row), totalElements: z.number(), totalPages: z.number() })
    const mended = parseLeniently(page, data)
    expect(mended?.value).toEqual({ content: [{ ...full, name: '' }], totalElements: 1, totalPages: 1 })
    expect(mended?.notes).toEqual(['totalElements: number', 'content.0.name: string'])
    expect(data.content[0]?.name).toBeNull()
  })
  it('gets the defaults of the contract where it says nothing, or null', () => {
    const schema = z.object({ pass: z.boolean().default(true), on: z.boolean() })
    for (const data of [{}, { pass: null, on: null }])
      expect(parseLeniently(schema, data)?.value).toEqual({ pass: true, on: false })
    expect(parseLeniently(schema, { pass: 0, on: true })?.value).toEqual({ pass: false, on: true })
  })
  it('to a call that answers nothing may be anything', () => {
    expect(parseLeniently(z.null(), { whatever: 1 })).toEqual({ value: null, notes: [] })
  })
})
