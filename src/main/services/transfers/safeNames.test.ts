import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileNameProblem, nameKey } from '#shared/domain/fileNames.ts'
import { safeName, safeNames } from './safeNames.ts'

it('takes what no file name can hold out of a name, and keeps its ending', () => {
  expect(safeName('年报 2026.pdf')).toBe('年报 2026.pdf')
  expect(safeName('../../.ssh/config')).toBe('_.._.ssh_config')
  expect(safeName('a:b*c?.jpg')).toBe('a_b_c_.jpg')
  expect(safeName('con.txt')).toBe('_con.txt')
  expect(safeName('name. ')).toBe('name')
  expect(safeName('\u202egpj.exe')).toBe('_gpj.exe')
  expect(safeName('')).toBe('文件')
  expect(safeName(`${'长'.repeat(300)}.docx`)).toBe(`${'长'.repeat(60)}.docx`)
})
it('gives each file a name of its own, also where case counts for nothing', () => {
  expect(safeNames(['a.jpg', 'A.JPG', 'a.jpg', 'b'])).toEqual(['a.jpg', 'A (2).JPG', 'a (3).jpg', 'b'])
})
it('answers names that every system takes, whatever they were', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { maxLength: 8 }), (names) => {
      const safe = safeNames(names)
      expect(safe.map(fileNameProblem)).toEqual(safe.map(() => null))
      expect(new Set(safe.map(nameKey)).size).toBe(names.length)
    }),
  )
})
