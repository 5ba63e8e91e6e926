import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { mergeChannels, packAll, buildsMacPackages } from './packAll.ts'

it('knows a Mac’s packages by the arguments and the system', () => {
  expect(buildsMacPackages([], 'darwin')).toBe(true)
  expect(buildsMacPackages(['--linux'], 'darwin')).toBe(false)
  expect(buildsMacPackages(['--mac', '--arm64'], 'linux')).toBe(true)
  expect(buildsMacPackages([], 'win32')).toBe(false)
})

it('all other packages are made in one run, whose code is answered', async () => {
  const runs: (readonly string[])[] = []
  const code = await packAll('/nowhere', ['--linux', '--publish', 'never'], async (args) => {
    runs.push(args)
    return 7
  })
  expect(code).toBe(7)
  expect(runs).toEqual([['--linux', '--publish', 'never']])
})

it('the channel of two runs names the packages of both, each once', () => {
  const made = (arch: string) =>
    `version: 1.1.0\nfiles:\n  - url: sitecraft-${arch}.zip\n    sha512: ${arch}\npath: sitecraft-${arch}.zip\nsha512: ${arch}\n`
  const merged = mergeChannels([made('x64'), made('arm64'), made('arm64')])
  expect(parse(merged)).toEqual({
    version: '1.1.0',
    files: [
      { url: 'sitecraft-x64.zip', sha512: 'x64' },
      { url: 'sitecraft-arm64.zip', sha512: 'arm64' },
    ],
    path: 'sitecraft-x64.zip',
    sha512: 'x64',
  })
})
