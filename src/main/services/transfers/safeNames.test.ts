import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import { toSafeName, toSafeNames } from './safeNames.ts'

it('takes what no file name can hold out of a name, and keeps its ending', () => {
  expect(toSafeName('年报 2026.pdf')).toBe('年报 2026.pdf')
  expect(toSafeName('../../.ssh/config')).toBe('_.._.ssh_config')
  expect(toSafeName('a:b*c?.jpg')).toBe('a_b_c_.jpg')
  expect(toSafeName('con.txt')).toBe('_con.txt')
  expect(toSafeName('name. ')).toBe('name')
  expect(toSafeName('\u202egpj.exe')).toBe('_gpj.exe')
  expect(toSafeName('')).toBe('文件')
  expect(toSafeName(`${'长'.repeat(300)}.docx`)).toBe(`${'长'.repeat(60)}.docx`)
})
it('gives each file a name of its own, also where case counts for nothing', () => {
  expect(toSafeNames(['a.jpg', 'A.JPG', 'a.jpg', 'b'])).toEqual(['a.jpg', 'A (2).JPG', 'a (3).jpg', 'b'])
})
it('answers names that every system takes, whatever they were', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { maxLength: 8 }), (names) => {
      const safe = toSafeNames(names)
      expect(safe.map(fileNameProblem)).toEqual(safe.map(() => null))
      expect(new Set(safe.map(nameKey)).size).toBe(names.length)
    }),
  )
})
