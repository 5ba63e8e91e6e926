import { listPackage } from '@electron/asar'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from './buildApp.ts'
import { FUSES, packApp, type PackedApp } from './packApp.ts'
import { startSession } from './session.ts'

let packed: PackedApp
let files: string[]

beforeAll(async () => {
  packed = await packApp()
  files = listPackage(packed.asar, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
}, 180_000)
afterAll(() => packed.remove())

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
    const kept = await readdir(join(packed.folder, 'locales'))
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

  it('holds of sharp on Linux the WebAssembly build alone, outside of the archive', () => {
    const builds = files.filter((file) => /^\/node_modules\/@img\/sharp-[^/]+$/.test(file))
    expect(builds).toEqual(['/node_modules/@img/sharp-wasm32'])
    const code = listPackage(packed.asar, { isPack: true }).filter((line) => line.endsWith('.wasm'))
    expect(code.filter((line) => line.includes('@img'))).toEqual([expect.stringMatching(/^unpack\b/)])
  })

  it('keeps native code outside of the archive, where it can be loaded', () => {
    const native = listPackage(packed.asar, { isPack: true }).filter((line) => line.endsWith('.node'))
    expect(native.length).toBeGreaterThan(0)
    for (const line of native) expect(line).toMatch(/^unpack\b/)
  })

  it('stays small', async () => {
    expect((await readFile(packed.asar)).length).toBeLessThan(40 * 1024 * 1024)
  })

  it('carries the templates of the first run beside it', async () => {
    expect(await readdir(join(packed.resources, 'templates'))).not.toEqual([])
  })

  it('carries the licences of libvips and what its package is made of', async () => {
    const licenses = join(packed.resources, 'licenses')
    const names = await readdir(licenses)
    expect(names).toEqual(expect.arrayContaining(['GPL-3.0.txt', 'LGPL-3.0.txt', 'libvips.txt']))
    const libraries = names.filter((name) => /^sharp-(libvips-|wasm32$)/.test(name))
    expect(libraries).toContain('sharp-wasm32')
    for (const name of libraries) expect(await readFile(join(licenses, name, 'README.md'), 'utf8')).toContain('libvips')
  })

  it('has its fuses set: no Node mode, no options, no inspector, encrypted cookies, the archive alone', async () => {
    const binary = await readFile(join(packed.folder, 'sitecraft'), 'latin1')
    const wire = binary.slice(binary.indexOf(FUSES) + FUSES.length + 2)
    // In @electron/fuses' order: runAsNode, cookieEncryption, nodeOptions, inspect, asarIntegrity, onlyAsar, snapshot, file://.
    expect(wire.slice(0, 8)).toBe('01001110')
  })

  it('starts, and so does its server, with the templates of the first run', async () => {
    const seeded = await readdir(join(ROOT, 'resources/templates/covers'))
    const main = await startSession(packed.unpack(), {
      env: { STAND_IN_PACKAGED: '1', STAND_IN_RESOURCES: packed.resources },
    })
    expect(await main.invoke('app.info')).toMatchObject({ ok: true, data: { host: 'electron' } })
    expect((await main.ask('fetch', 'app://sitecraft/')).text).toContain('<div id="root">')
    expect(await main.invoke('connections.use', { id: 'builtin' })).toMatchObject({ ok: true })
    expect(await main.invoke('template.list')).toMatchObject({ ok: true, data: { totalElements: seeded.length } })
    expect(await main.invoke('update.state')).toMatchObject({
      ok: true,
      data: { phase: 'unsupported', message: expect.stringContaining('未设置更新服务器') },
    })
    // svg-captcha reads its font from its own folder.
    expect(await main.invoke('account.captcha')).toMatchObject({ ok: true })
    await main.end()
  })
})
