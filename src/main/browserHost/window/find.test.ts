import { describe, expect, it } from 'vitest'
import { findBrowser, hasDisplay, type Machine } from './find.ts'

/** A computer on which these files lie. */
const machine = (platform: NodeJS.Platform, files: readonly string[], change: Partial<Machine> = {}): Machine => ({
  platform,
  env: {
    PATH: '/usr/local/bin:/usr/bin:relative:/snap/bin',
    ProgramFiles: 'C:\\Program Files',
    'ProgramFiles(x86)': 'C:\\Program Files (x86)',
    LOCALAPPDATA: 'C:\\Users\\王芳\\AppData\\Local',
  },
  home: '/Users/fang',
  isFile: async (path) => files.includes(path),
  tool: async () => {
    throw new Error('no registry')
  },
  ...change,
})
const EDGE = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
const CHROME = 'C:\\Users\\王芳\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe'

describe('the browser for a window of its own', () => {
  it('on Windows is Edge, which belongs to it, or the one that was chosen', async () => {
    const windows = machine('win32', [EDGE, CHROME])
    expect(await findBrowser('auto', windows)).toMatchObject({ kind: 'edge', path: EDGE })
    expect(await findBrowser('chrome', windows)).toMatchObject({ kind: 'chrome', path: CHROME })
    expect(await findBrowser('chromium', windows)).toBeNull()
  })

  it('at an unusual place is found by the registry', async () => {
    const path = 'D:\\程序\\Chrome\\chrome.exe'
    const asked: string[] = []
    const tool: Machine['tool'] = async (file, args) => {
      asked.push([file, ...args].join(' '))
      if (!args.join(' ').includes('HKLM') || !args.join(' ').includes('chrome.exe')) throw new Error('not there')
      return Buffer.from(`\r\n${args[1]}\r\n    (Default)    REG_SZ    ${path}\r\n`)
    }
    expect(await findBrowser('auto', machine('win32', [path], { tool }))).toMatchObject({ kind: 'chrome', path })
    expect(asked[0]).toBe('reg.exe query HKCU\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\msedge.exe /ve')
    // Its name alone does not make another browser Chromium.
    expect(await findBrowser('chromium', machine('win32', [path], { tool }))).toBeNull()
  })

  it('on a Mac is looked for where all and where this person keeps programs', async () => {
    const path = '/Users/fang/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'
    expect(await findBrowser('auto', machine('darwin', [path]))).toMatchObject({ kind: 'edge', path })
  })

  it('on Linux is a program of PATH by one of its names, and none of a snap, which can not use our folder', async () => {
    const path = '/usr/bin/chromium-browser'
    expect(await findBrowser('auto', machine('linux', [path, 'relative/google-chrome']))).toMatchObject({ path })
    expect(await findBrowser('auto', machine('linux', ['/snap/bin/chromium']))).toBeNull()
  })

  it('that is named by the environment is taken before all others, or none', async () => {
    const env = { PATH: '/usr/bin', SITECRAFT_BROWSER: '/opt/brave' }
    const files = ['/opt/brave', '/usr/bin/chromium']
    expect(await findBrowser('auto', machine('linux', files, { env }))).toMatchObject({ path: '/opt/brave' })
    expect(await findBrowser('auto', machine('linux', ['/usr/bin/chromium'], { env }))).toBeNull()
  })

  it('needs a local display', () => {
    expect(hasDisplay({ platform: 'linux', env: {} })).toBe(false)
    expect(hasDisplay({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBe(true)
    expect(hasDisplay({ platform: 'win32', env: {} })).toBe(true)
    expect(hasDisplay({ platform: 'darwin', env: { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } })).toBe(false)
  })
})
