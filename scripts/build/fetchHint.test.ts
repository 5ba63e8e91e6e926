import { expect, it } from 'vitest'
import { fetchHint } from './fetchHint.ts'

it.each([
  '⨯ Get "https://github.com/electron/electron/releases/download/v45.4.1/electron-v45.4.1-linux-x64.zip": getaddrinfo ENOTFOUND github.com',
  '⨯ cannot resolve https://github.com/electron/electron/releases/download/v45.4.1: status code 403',
])('a program that can’t be fetched names the mirror setting: %s', (said) => {
  expect(fetchHint(said)).toContain('ELECTRON_MIRROR')
  expect(fetchHint(said)).not.toContain('\n')
})

it('any other failure is left to what it says itself', () => {
  expect(fetchHint('⨯ image resources/icons/icon.icns is not an icon')).toBe('')
})
