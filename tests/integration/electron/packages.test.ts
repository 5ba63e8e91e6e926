import { extractFile, listPackage } from '@electron/asar'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { headerOf } from '#tests/fakes/binaries.ts'
import { buildApp, type BuiltApp } from './buildApp.ts'
import { FUSES, packApp, type PackedApp } from './packApp.ts'
import { startSession } from './session.ts'

// Every system's packed program, made here with a stand-in folder for Electron and the packages of that system.

let app: BuiltApp
beforeAll(async () => {
  app = await buildApp(['main', 'preload', 'renderer'])
}, 180_000)
afterAll(() => app.remove())

const OTHERS = [
  { platform: 'win32', arch: 'x64', binary: 'sitecraft.exe' },
  { platform: 'darwin', arch: 'x64', binary: 'Frameworks/Electron Framework.framework/Electron Framework' },
  { platform: 'darwin', arch: 'arm64', binary: 'Frameworks/Electron Framework.framework/Electron Framework' },
] as const

/** No uninstaller of NSIS lies beside this process's program, as none does where an MSI was installed. */
async function saysWhoUpdates({ unpack, resources }: PackedApp): Promise<void> {
  const env = { STAND_IN_PACKAGED: '1', STAND_IN_RESOURCES: resources }
  const main = await startSession(unpack(), { platform: 'win32', env })
  onTestFinished(() => main.end())
  expect(await main.invoke('update.state')).toMatchObject({
    data: { phase: 'unsupported', message: '由管理员用 MSI 安装，更新由管理员统一安排' },
  })
}

describe.each(OTHERS)('the packed program of $platform-$arch (stand-in for Electron)', ({ binary, ...target }) => {
  it('carries its native code, and only its own', async () => {
    const packed = await packApp({ app, target })
    const isWindows = target.platform === 'win32'
    onTestFinished(() => packed.remove())
    const natives = listPackage(packed.asar, { isPack: false }).filter((file) => file.endsWith('.node'))
    expect(natives.length).toBeGreaterThanOrEqual(3)
    const program = await readFile(join(packed.folder, binary), 'latin1')
    const wire = program.slice(program.indexOf(FUSES) + FUSES.length + 2)
    expect(wire.slice(0, 8)).toBe('01001110')
    expect(JSON.parse(extractFile(packed.asar, 'package.json').toString())).toMatchObject({ name: 'sitecraft' })
    const command = (await readdir(join(packed.resources, 'command'))).toSorted()
    expect(command).toEqual(isWindows ? ['help.txt', 'path.ps1', 'sitecraft.cmd'] : ['help.txt', 'sitecraft'])
    if (isWindows) await saysWhoUpdates(packed)
  }, 300_000)
})

describe('a package is not made', () => {
  const target = { platform: 'darwin', arch: 'arm64' } as const
  it('with another architecture’s keychain, without argon2, without a package that is imported', async () => {
    const prepare = async (project: string): Promise<void> => {
      const modules = join(project, 'node_modules')
      await writeFile(join(modules, 'keytar/build/Release/keytar.node'), headerOf({ platform: 'darwin', arch: 'x64' }))
      await rm(join(modules, '@node-rs/argon2-darwin-arm64'), { recursive: true })
      await rm(join(modules, 'opentype.js'), { recursive: true })
    }
    const config = { beforePack: null }
    const refused = packApp({ app, target, prepare, config })
    await expect(refused).rejects.toThrow('keytar.node 是为 darwin-x64 编译的')
    await expect(refused).rejects.toThrow('缺少口令散列（@node-rs/argon2）')
    await expect(refused).rejects.toThrow('引用的 opentype.js')
  }, 300_000)
})
