import { extractAll } from '@electron/asar'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Target } from '#scripts/build/packedNatives.ts'
import { installForTarget } from '#scripts/build/targetInstall.ts'
import { headerOf } from '#tests/fakes/binaries.ts'
import { buildApp, type BuiltApp, ROOT } from './buildApp.ts'
import { electronFolder } from './electronFolder.ts'

export { FUSES } from './electronFolder.ts'

export interface PackedApp {
  /** The packed program's folder: on a Mac `站匠.app/Contents`, else that of `sitecraft`, `locales` and `resources`. */
  folder: string
  resources: string
  asar: string
  /** Where the packages are that were made of it. */
  output: string
  /** Unpacks the archive, so that plain Node can run what is in it. @returns the folder of package.json and out/ */
  unpack(): string
  remove(): Promise<void>
}

interface PackOptions {
  /** Bundles that are there already. */
  app?: BuiltApp
  target?: Target
  /** Packages to make of the program (deb, rpm, AppImage …); the program's folder alone without one. */
  packages?: readonly string[]
  /** Overrides of electron-builder.yml. */
  config?: object
  env?: NodeJS.ProcessEnv
  /** Changes the install of another system before it is packed. */
  prepare?: (project: string) => Promise<void>
}

const LINUX: Target = { platform: 'linux', arch: 'x64' }
const SYSTEMS = { linux: '--linux', win32: '--win', darwin: '--mac' } as const

/** electron-builder with the project's own configuration over fresh bundles, and a folder in place of Electron's files. */
export async function packApp(options: PackOptions = {}): Promise<PackedApp> {
  const { target = LINUX, packages = [], config = {} } = options
  const app = options.app ?? (await buildApp(['main', 'preload', 'renderer']))
  const work = await mkdtemp(join(tmpdir(), 'sitecraft-packed-'))
  const remove = async (): Promise<void> => {
    if (!options.app) await app.remove()
    await rm(work, { recursive: true, force: true })
  }
  try {
    const electronDist = join(work, 'electron')
    await electronFolder(electronDist, target)
    const project = target === LINUX ? ROOT : await foreignProject(work, target, options)
    const file = join(work, 'electron-builder.json')
    const output = join(work, 'dist')
    const files = ['!out/**', { from: join(app.path, 'out'), to: 'out', filter: ['**/*', '!main/code-cache/**'] }]
    await writeFile(
      file,
      JSON.stringify({
        extends: join(ROOT, 'electron-builder.yml'),
        electronDist,
        directories: { output },
        files,
        ...config,
      }),
    )
    const wanted = packages.length > 0 ? packages : ['dir']
    const args = [SYSTEMS[target.platform], ...wanted, `--${target.arch}`, '--projectDir', project, '--config', file]
    const cli = join(ROOT, 'node_modules/electron-builder/cli.js')
    const env = { ...process.env, ...options.env }
    const ran = promisify(execFile)(process.execPath, [cli, ...args, '--publish', 'never'], { cwd: ROOT, env })
    await ran.catch((error: Error & { stdout: string; stderr: string }) => {
      throw new Error(`electron-builder: ${error.stdout}${error.stderr}`, { cause: error })
    })
    const folder = join(output, folderOf(target))
    const resources = join(folder, target.platform === 'darwin' ? 'Resources' : 'resources')
    const asar = join(resources, 'app.asar')
    return {
      folder,
      resources,
      asar,
      output,
      unpack() {
        const unpacked = join(work, 'app')
        extractAll(asar, unpacked)
        return unpacked
      },
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

function folderOf({ platform, arch }: Target): string {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  if (platform === 'darwin') return `mac${suffix}/站匠.app/Contents`
  return `${platform === 'win32' ? 'win' : 'linux'}${suffix}-unpacked`
}

/** The project with the packages of another system. keytar's own comes from no registry: a file with its header stands for it. */
async function foreignProject(work: string, target: Target, { prepare }: PackOptions): Promise<string> {
  const project = join(work, 'project')
  const parts = ['package.json', 'package-lock.json', 'electron-builder.yml', 'scripts/build', 'resources']
  await installForTarget(target, ROOT, project, { parts, scripts: false })
  const keytar = join(project, 'node_modules/keytar/build/Release')
  await mkdir(keytar, { recursive: true })
  await writeFile(join(keytar, 'keytar.node'), headerOf(target))
  await prepare?.(project)
  return project
}
