import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isStale } from './build.ts'
import { noElectronReason } from './electron.ts'

const OUTPUTS = [
  'out/main/index.js',
  'out/main/server.js',
  'out/main/browserHost.js',
  'out/preload/bridge.cjs',
  'out/renderer/index.html',
]
let root: string

async function put(path: string, seconds: number): Promise<void> {
  const full = join(root, path)
  await mkdir(dirname(full), { recursive: true })
  await writeFile(full, '')
  await utimes(full, seconds, seconds)
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitecraft-start-'))
  await put('src/main/a.ts', 1000)
  for (const output of OUTPUTS) await put(output, 2000)
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('a build', () => {
  it('newer than its sources is used as it is', () => {
    expect(isStale(root)).toBe(false)
  })
  it.each(OUTPUTS)('without %s is made again', async (output) => {
    await rm(join(root, output))
    expect(isStale(root)).toBe(true)
  })
  it.each([
    ['src/renderer/deep/b.tsx', true],
    ['electron.vite.config.ts', true],
    ['src/main/a.test.ts', false],
    ['docs/readme.md', false],
  ])('after a change of %s: made again %s', async (path, stale) => {
    await put(path, 3000)
    expect(isStale(root)).toBe(stale)
  })
})

describe('Electron', () => {
  it('is not tried where it can’t open a window, and the reason is said', () => {
    expect(noElectronReason('linux', {}, 1000)).toBe('当前环境没有图形界面')
    expect(noElectronReason('linux', { DISPLAY: ':0' }, 0)).toBe('Electron 不能以 root 用户运行')
  })
  it.each([
    ['linux', { DISPLAY: ':0' }],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }],
    ['darwin', {}],
    ['win32', {}],
  ] as const)('is tried on %s with %j', (platform, env) => {
    expect(noElectronReason(platform, env, 1000)).toBe('')
  })
})
