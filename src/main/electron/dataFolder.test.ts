import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataFolder } from './dataFolder.ts'

describe('the data folder', () => {
  it('is the systems place when nothing else is said', () => {
    expect(dataFolder(['--no-sandbox', '.'], {}, '/home/a/.config')).toBe('/home/a/.config/Sitecraft')
    expect(dataFolder(['--data='], { SITECRAFT_DATA: '' }, '/home/a/.config')).toBe('/home/a/.config/Sitecraft')
  })
  it('is what the environment says, and above that what the command line says', () => {
    expect(dataFolder([], { SITECRAFT_DATA: '/srv/a' }, '/x')).toBe('/srv/a')
    expect(dataFolder(['.', '--data', '/srv/b', '--inspect'], { SITECRAFT_DATA: '/srv/a' }, '/x')).toBe('/srv/b')
    expect(dataFolder(['--data=here'], {}, '/x')).toBe(resolve('here'))
  })
})
