import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

type BeforePack = (context: {
  electronPlatformName: string
  arch: number
  packager: { projectDir: string }
}) => Promise<void>

const load = async (): Promise<BeforePack> =>
  ((await import(join(import.meta.dirname, 'beforePack.mjs'))) as { beforePack: BeforePack }).beforePack

const [X64, ARM64] = [1, 3]
/** The first bytes of a native file. */
const HEADERS = {
  'linux-x64': elf(0x3e),
  'linux-arm64': elf(0xb7),
  'win32-x64': pe(0x8664),
  'win32-arm64': pe(0xaa64),
  'darwin-x64': machO(0x01000007),
  'darwin-arm64': machO(0x0100000c),
  universal: Buffer.from('cafebabe00000002010000070000000300004000000010000000000e0100000c', 'hex'),
}

function elf(machine: number): Buffer {
  const header = Buffer.alloc(64)
  header.write('\x7fELF\x02\x01\x01', 'latin1')
  header.writeUInt16LE(machine, 18)
  return header
}

function pe(machine: number): Buffer {
  const header = Buffer.alloc(256)
  header.write('MZ', 'latin1')
  header.writeUInt32LE(0x80, 0x3c)
  header.write('PE\0\0', 0x80, 'latin1')
  header.writeUInt16LE(machine, 0x84)
  return header
}

function machO(processor: number): Buffer {
  const header = Buffer.alloc(32)
  header.writeUInt32LE(0xfeedfacf, 0)
  header.writeUInt32LE(processor, 4)
  return header
}

/** A project's folder, and the ways to install packages and native files in it. */
async function project() {
  const projectDir = await mkdtemp(join(tmpdir(), 'sitecraft-pack-'))
  onTestFinished(() => rm(projectDir, { recursive: true, force: true }))
  const beforePack = await load()
  const put = async (path: string, content: Buffer): Promise<void> => {
    await mkdir(join(projectDir, 'node_modules', path, '..'), { recursive: true })
    await writeFile(join(projectDir, 'node_modules', path), content)
  }
  return {
    put,
    keytar: (content: Buffer) => put('keytar/build/Release/keytar.node', content),
    async install(names: string[], content: Buffer) {
      for (const name of names) await put(`${name}/module.node`, content)
    },
    pack: (electronPlatformName: string, arch: number | undefined) =>
      beforePack({ electronPlatformName, arch: arch ?? 0, packager: { projectDir } }),
  }
}

it('a Mac’s second architecture is packed with its native packages or not at all', async () => {
  const { install, keytar, pack } = await project()
  const namesOf = (arch: string) =>
    ['@node-rs/argon2', '@img/sharp', '@napi-rs/keyring'].map((n) => `${n}-darwin-${arch}`)
  await install(namesOf('x64'), HEADERS['darwin-x64'])
  await keytar(HEADERS['darwin-x64'])
  await pack('darwin', X64)
  await expect(pack('darwin', ARM64)).rejects.toThrow(
    'npm install --no-save --force @node-rs/argon2-darwin-arm64 @img/sharp-darwin-arm64 @napi-rs/keyring-darwin-arm64',
  )
  await install(namesOf('arm64'), HEADERS['darwin-arm64'])
  await expect(pack('darwin', ARM64)).rejects.toThrow(
    /keytar\.node 属于 darwin-x64；.*npm_config_arch=arm64 npm rebuild/,
  )
  await keytar(HEADERS.universal)
  await pack('darwin', ARM64)
  await pack('darwin', X64)
})

it.each([
  ['linux', ['@node-rs/argon2-linux-x64-gnu', '@img/sharp-wasm32', '@napi-rs/keyring-linux-x64-gnu']],
  ['win32', ['@node-rs/argon2-win32-x64-msvc', '@img/sharp-win32-x64', '@napi-rs/keyring-win32-x64-msvc']],
] as const)('a package for %s is not made without a keychain of its system', async (system, names) => {
  const { install, keytar, pack } = await project()
  const own = HEADERS[`${system}-x64`]
  await install([...names], own)
  await expect(pack(system, X64)).rejects.toThrow(/keytar\.node 不存在或无法读取；.*npm ci/)
  await keytar(Buffer.from('not a program'))
  await expect(pack(system, X64)).rejects.toThrow('不存在或无法读取')
  await keytar(HEADERS[`${system}-arm64`])
  await expect(pack(system, X64)).rejects.toThrow(`keytar.node 属于 ${system}-arm64`)
  await keytar(own)
  await pack(system, X64)
  await install([names[2]], HEADERS['darwin-x64'])
  await expect(pack(system, X64)).rejects.toThrow(/keyring-.*属于 darwin-x64；请重新执行 npm ci/)
})
