import { expect, it } from 'vitest'
import { mainTarget } from './mainTarget.ts'

const target = (kind: 'folder' | 'zip', origin = '') => ({ kind, origin, basePath: '' })

it('visitors reach the target at the first domain, and never a zip', () => {
  const [zip, folder] = [target('zip'), target('folder')]
  expect(mainTarget([zip], 'www.a.example')).toBeNull()
  expect(mainTarget([zip, folder], 'www.a.example')).toBe(folder)
  expect(mainTarget([zip, folder], '')).toBe(folder)
})
