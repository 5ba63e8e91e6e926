import { extractAll } from '@electron/asar'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildApp, ROOT } from './buildApp.ts'

/** What @electron/fuses looks for in the binary: the sentinel, a version, a length, and one digit per fuse. */
export const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

export interface PackedApp {
  /** The packed program's folder: `sitecraft`, `locales`, `resources`. */
  folder: string
  resources: string
  asar: string
  /** Unpacks the archive, so that plain Node can run what is in it. @returns the folder of package.json and out/ */
  unpack(): string
  remove(): Promise<void>
}

/** electron-builder with the project's own configuration over fresh bundles, and a folder in place of Electron's files. */
export async function packApp(): Promise<PackedApp> {
  const app = await buildApp(['main', 'preload', 'renderer'])
  const work = await mkdtemp(join(tmpdir(), 'sitecraft-packed-'))
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
  const folder = join(work, 'dist/linux-unpacked')
  const resources = join(folder, 'resources')
  const asar = join(resources, 'app.asar')
  return {
    folder,
    resources,
    asar,
    unpack() {
      const unpacked = join(work, 'app')
      extractAll(asar, unpacked)
      return unpacked
    },
    async remove() {
      await app.remove()
      await rm(work, { recursive: true, force: true })
    },
  }
}
