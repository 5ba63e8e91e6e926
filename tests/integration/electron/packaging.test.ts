import { extractAll, listPackage } from '@electron/asar'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp, ROOT, type BuiltApp } from './buildApp.ts'
import { startSession } from './session.ts'

/** What @electron/fuses looks for in the binary: the sentinel, a version, a length, and one digit per fuse. */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

let app: BuiltApp
let work: string
let asar: string
let files: string[]

beforeAll(async () => {
  app = await buildApp(['main', 'preload', 'renderer'])
  work = await mkdtemp(join(tmpdir(), 'sitecraft-packed-'))
  await packWithStandIn()
  asar = join(work, 'dist/linux-unpacked/resources/app.asar')
  files = listPackage(asar, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
}, 180_000)
afterAll(async () => {
  await app.remove()
  await rm(work, { recursive: true, force: true })
})

/** electron-builder with the project's own configuration over the fresh bundles, and a folder in place of Electron's files. */
async function packWithStandIn(): Promise<void> {
  const electronDist = join(work, 'electron')
  await mkdir(join(electronDist, 'resources'), { recursive: true })
  await writeFile(join(electronDist, 'electron'), `stand-in ${FUSES}\x01\x09${'1'.repeat(9)} end`)
  await chmod(join(electronDist, 'electron'), 0o755)
  await mkdir(join(electronDist, 'locales'))
  for (const name of ['en-US', 'fr', 'zh-CN', 'zh-TW'])
    await writeFile(join(electronDist, 'locales', `${name}.pak`), '')
  const config = join(work, 'electron-builder.json')
  await writeFile(
    config,
    JSON.stringify({
      extends: join(ROOT, 'electron-builder.yml'),
      electronDist,
      directories: { output: join(work, 'dist') },
      files: ['!out/**', { from: join(app.path, 'out'), to: 'out' }],
    }),
  )
  const cli = join(ROOT, 'node_modules/electron-builder/cli.js')
  await promisify(execFile)(process.execPath, [cli, '--dir', '--linux', '--projectDir', ROOT, '--config', config])
}

describe('the packed program (a stand-in folder for Electron, not Electron itself)', () => {
  it('holds the bundles and nothing of their sources', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/out/main/index.js',
        '/out/main/server.js',
        '/out/main/browserHost.js',
        '/out/preload/bridge.cjs',
        '/out/renderer/index.html',
        '/resources/icons/icon.png',
      ]),
    )
    expect(files.filter((file) => /^\/(src|tests|scripts|docs|bench|dist)(\/|$)/.test(file))).toEqual([])
    expect(files.filter((file) => /\.(map|tsx?|md)$/.test(file))).toEqual([])
  })

  it('holds Chromium’s own texts in Chinese and English alone', async () => {
    const kept = await readdir(join(work, 'dist/linux-unpacked/locales'))
    expect(kept.toSorted()).toEqual(['en-US.pak', 'zh-CN.pak'])
  })

  it('holds the packages that stay packages, without Node, build tools or what is bundled anyway', () => {
    const packages = new Set(files.map((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? ''))
    expect(packages).toContain('@node-rs/argon2')
    expect(packages).toContain('svg-captcha')
    const tools = [
      'electron',
      'vite',
      'typescript',
      'fastify',
      'react',
      'monaco-editor',
      'prebuild-install',
      'playwright',
    ]
    expect([...packages].filter((name) => tools.includes(name) || /^node-(linux|darwin|win)/.test(name))).toEqual([])
  })

  it('keeps native code outside of the archive, where it can be loaded', () => {
    const native = listPackage(asar, { isPack: true }).filter((line) => line.endsWith('.node'))
    expect(native.length).toBeGreaterThan(0)
    for (const line of native) expect(line).toMatch(/^unpack\b/)
  })

  it('stays small', async () => {
    expect((await readFile(asar)).length).toBeLessThan(40 * 1024 * 1024)
  })

  it('carries the templates of the first run beside it', async () => {
    expect(await readdir(join(work, 'dist/linux-unpacked/resources/templates'))).not.toEqual([])
  })

  it('carries the licences of libvips and what its package is made of', async () => {
    const licenses = join(work, 'dist/linux-unpacked/resources/licenses')
    const names = await readdir(licenses)
    expect(names).toEqual(expect.arrayContaining(['GPL-3.0.txt', 'LGPL-3.0.txt', 'libvips.txt']))
    const libraries = names.filter((name) => name.startsWith('sharp-libvips-'))
    expect(libraries).not.toEqual([])
    for (const name of libraries) expect(await readFile(join(licenses, name, 'README.md'), 'utf8')).toContain('libvips')
  })

  it('has its fuses set: no Node mode, no options, no inspector, encrypted cookies, the archive alone', async () => {
    const binary = await readFile(join(work, 'dist/linux-unpacked/sitecraft'), 'latin1')
    const wire = binary.slice(binary.indexOf(FUSES) + FUSES.length + 2)
    // In @electron/fuses' order: runAsNode, cookieEncryption, nodeOptions, inspect, asarIntegrity, onlyAsar, snapshot, file://.
    expect(wire.slice(0, 8)).toBe('01001110')
  })

  it('starts, and so does its server, with the templates of the first run', async () => {
    const unpacked = join(work, 'app')
    extractAll(asar, unpacked)
    const resources = join(work, 'dist/linux-unpacked/resources')
    const seeded = await readdir(join(ROOT, 'resources/templates/covers'))
    const main = await startSession(unpacked, { env: { STAND_IN_PACKAGED: '1', STAND_IN_RESOURCES: resources } })
    expect(await main.invoke('app.info')).toMatchObject({ ok: true, data: { host: 'electron' } })
    expect((await main.ask('fetch', 'app://sitecraft/')).text).toContain('<div id="root">')
    expect(await main.invoke('connections.use', { id: 'builtin' })).toMatchObject({ ok: true })
    expect(await main.invoke('template.list')).toMatchObject({ ok: true, data: { totalElements: seeded.length } })
    expect(await main.invoke('update.state')).toMatchObject({
      ok: true,
      data: { phase: 'unsupported', message: expect.stringContaining('没有设置更新服务器') },
    })
    // svg-captcha reads its font from its own folder.
    expect(await main.invoke('account.captcha')).toMatchObject({ ok: true })
    await main.end()
  })
})
