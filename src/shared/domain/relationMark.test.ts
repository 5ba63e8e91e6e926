import { expect, it } from 'vitest'
import { DICTIONARY_TYPES, parseDictionaryMark, formatDictionaryMark } from './relationMark.ts'

it('holds a dictionary and its type, 1 to 5 [A-062] [A-143]', () => {
  expect(DICTIONARY_TYPES.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  for (const { id: type } of DICTIONARY_TYPES) {
    expect(parseDictionaryMark(formatDictionaryMark({ id: 7, type }))).toEqual({ id: 7, type })
  }
})
it('reads numbers from text, and what is missing or wrong as 0', () => {
  expect(parseDictionaryMark('{"id":"7","type":"3"}')).toEqual({ id: 7, type: 3 })
  for (const wrong of ['{}', '{"id":-1,"type":6}', '{"id":"x","type":null}', '{"id":1.5,"type":"1.5"}'])
    expect(parseDictionaryMark(wrong)).toEqual({ id: 0, type: 0 })
})
it('is null for anything else', () => {
  for (const none of ['', 'x', '[]', 'null', '3']) expect(parseDictionaryMark(none)).toBeNull()
})
