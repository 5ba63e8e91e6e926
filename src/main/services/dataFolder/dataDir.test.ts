import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveDataFolder, defaultDataDir } from './dataDir.ts'

describe('the data folder', () => {
  it('is the one of the browser host when nothing else is said', () => {
    const usual = defaultDataDir(process.platform, {}, '/home/a')
    expect(resolveDataFolder(['--no-sandbox', '.'], {}, '/home/a')).toBe(usual)
    expect(resolveDataFolder(['--data='], { SITECRAFT_DATA: '' }, '/home/a')).toBe(usual)
  })
  it('is what the environment says, and above that what the command line says', () => {
    expect(resolveDataFolder([], { SITECRAFT_DATA: '/srv/a' }, '/x')).toBe('/srv/a')
    expect(resolveDataFolder(['.', '--data', '/srv/b', '--inspect'], { SITECRAFT_DATA: '/srv/a' }, '/x')).toBe('/srv/b')
    expect(resolveDataFolder(['--data=here'], {}, '/x')).toBe(resolve('here'))
  })
})
