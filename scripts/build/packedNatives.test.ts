import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { headerOf } from '#tests/fakes/binaries.ts'
import { parseMachine } from './binaries.ts'
import { type Target, findWrongNatives } from './packedNatives.ts'

const LINUX: Target = { platform: 'linux', arch: 'x64' }
const NATIVES = {
  '@node-rs/argon2-linux-x64-gnu/argon2.node': LINUX,
  '@img/sharp-wasm32/lib/sharp.node.wasm': '\0asm',
  'keytar/build/Release/keytar.node': LINUX,
}

async function resourcesWith(files: Record<string, Target | string>): Promise<string> {
  const resources = await mkdtemp(join(tmpdir(), 'sitecraft-natives-'))
  onTestFinished(() => rm(resources, { recursive: true, force: true }))
  for (const [path, of] of Object.entries(files)) {
    const file = join(resources, 'app.asar.unpacked/node_modules', path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, typeof of === 'string' ? of : headerOf(of))
  }
  return resources
}

it.each([
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'win32', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
] as const)('reads $platform-$arch in a header', (target) => {
  expect(parseMachine(headerOf(target))).toEqual({ platform: target.platform, arches: [target.arch] })
})

it('reads both machines of a universal file, and none in a class of Java, a text, a script or an MS-DOS program', () => {
  const universal = Buffer.from('cafebabe00000002010000070000000300004000000010000000000e0100000c', 'hex')
  expect(parseMachine(Buffer.concat([universal, Buffer.alloc(32)]))?.arches).toEqual(['x64', 'arm64'])
  expect(parseMachine(Buffer.concat([Buffer.from('cafebabe00000041', 'hex'), Buffer.alloc(64)]))).toBeNull()
  for (const text of ['', '#!/bin/sh\n', `MZ${'x'.repeat(300)}`]) expect(parseMachine(Buffer.from(text))).toBeNull()
})

it('all is well with every native of the machine, also with the keychain’s module of the registry', async () => {
  expect(await findWrongNatives(await resourcesWith(NATIVES), LINUX)).toEqual([])
  const { 'keytar/build/Release/keytar.node': _keytar, ...rest } = NATIVES
  const keyring = { '@napi-rs/keyring-linux-x64-gnu/keyring.node': LINUX }
  expect(await findWrongNatives(await resourcesWith({ ...rest, ...keyring }), LINUX)).toEqual([])
})

it('sharp is WebAssembly on Linux and native elsewhere', async () => {
  const mac: Target = { platform: 'darwin', arch: 'arm64' }
  const others = { '@node-rs/argon2-darwin-arm64/argon2.node': mac, 'keytar/build/Release/keytar.node': mac }
  const native = await resourcesWith({ ...others, '@img/sharp-darwin-arm64/lib/sharp.node': mac })
  expect(await findWrongNatives(native, mac)).toEqual([])
  const webAssembly = await resourcesWith({ ...others, '@img/sharp-wasm32/lib/sharp.node.wasm': '\0asm' })
  expect(await findWrongNatives(webAssembly, mac)).toEqual([expect.stringContaining('@img/sharp-darwin-arm64')])
})

it('names what is missing, and what is another machine’s', async () => {
  const arm: Target = { platform: 'linux', arch: 'arm64' }
  const found = await findWrongNatives(
    await resourcesWith({
      ...NATIVES,
      'keytar/build/Release/keytar.node': arm,
      '@node-rs/argon2-linux-x64-gnu/argon2.node': 'no library',
    }),
    LINUX,
  )
  expect(found).toEqual([
    expect.stringContaining('缺少口令散列（@node-rs/argon2），请运行 npm install'),
    expect.stringContaining('缺少系统钥匙串（keytar 或 @napi-rs/keyring）'),
    'app.asar.unpacked/node_modules/keytar/build/Release/keytar.node 是为 linux-arm64 编译的',
  ])
  expect(await findWrongNatives(await resourcesWith({}), LINUX)).toHaveLength(3)
})
