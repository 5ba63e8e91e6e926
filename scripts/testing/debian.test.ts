import { expect, it } from 'vitest'
import { isDebian, missingPackages, PACKAGES } from './debian.ts'

it('knows Debian and what comes from it', () => {
  expect(isDebian('PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n')).toBe(true)
  expect(isDebian('ID=ubuntu\nID_LIKE=debian\n')).toBe(true)
  expect(isDebian('ID=fedora\nVARIANT="not debian"\n')).toBe(false)
})

it('asks for what is not installed, removed packages included', () => {
  const all = PACKAGES.map((p) => `installed ${p.name}`)
  expect(missingPackages(all.join('\n'))).toEqual([])
  expect(missingPackages(`config-files chromium\n${all.slice(2).join('\n')}`)).toEqual([
    'chromium',
    'chromium-headless-shell',
  ])
  expect(missingPackages('')).toHaveLength(PACKAGES.length)
})
