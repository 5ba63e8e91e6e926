import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Target } from '#scripts/build/packedNatives.ts'
import { ROOT } from './buildApp.ts'

/** What @electron/fuses looks for in the binary: the sentinel, a version, a length, and one digit per fuse. */
export const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** Runs the stand-in for Electron, by the variables that the test sets; the fuses lie in a comment. */
const LINUX_PROGRAM = Buffer.from('#!/bin/sh\nexec "$STAND_IN_NODE" "$STAND_IN_BOOT" "$@"\n# ')
const FUSE_WIRE = Buffer.from(`stand-in ${FUSES}\x01\x09${'1'.repeat(9)} end`, 'latin1')
const LANGUAGES = ['en-US', 'fr', 'zh-CN', 'zh-TW']
const HELPERS = ['Helper', 'Helper (GPU)', 'Helper (Plugin)', 'Helper (Renderer)']
/** A small Windows program that has a version, as electron.exe has: electron-builder writes into it. */
const WINDOWS_PROGRAM = 'node_modules/electron-winstaller/vendor/7z-x64.exe'

/** A folder with the names that Electron's own has on a system, for electron-builder's `electronDist`. */
export async function electronFolder(folder: string, { platform }: Target): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (platform === 'darwin') return macApp(join(folder, 'Electron.app/Contents'))
  await mkdir(join(folder, 'resources'))
  await mkdir(join(folder, 'locales'))
  for (const name of LANGUAGES) await writeFile(join(folder, 'locales', `${name}.pak`), '')
  const program = join(folder, platform === 'win32' ? 'electron.exe' : 'electron')
  const head = platform === 'win32' ? await readFile(join(ROOT, WINDOWS_PROGRAM)) : LINUX_PROGRAM
  await writeFile(program, Buffer.concat([head, FUSE_WIRE]))
  await chmod(program, 0o755)
}

async function macApp(contents: string): Promise<void> {
  await bundle(contents, 'Electron')
  for (const helper of HELPERS)
    await bundle(join(contents, `Frameworks/Electron ${helper}.app/Contents`), `Electron ${helper}`)
  const framework = join(contents, 'Frameworks/Electron Framework.framework')
  const version = join(framework, 'Versions/A')
  for (const name of LANGUAGES) {
    const texts = join(version, 'Resources', `${name.replace('-', '_')}.lproj`)
    await mkdir(texts, { recursive: true })
    await writeFile(join(texts, 'locale.pak'), '')
  }
  await writeFile(join(version, 'Electron Framework'), FUSE_WIRE)
  await symlink('A', join(framework, 'Versions/Current'))
  for (const name of ['Electron Framework', 'Resources'])
    await symlink(`Versions/Current/${name}`, join(framework, name))
  await mkdir(join(contents, 'Resources'), { recursive: true })
}

async function bundle(contents: string, name: string): Promise<void> {
  await mkdir(join(contents, 'MacOS'), { recursive: true })
  await writeFile(join(contents, 'MacOS', name), '')
  await chmod(join(contents, 'MacOS', name), 0o755)
  const facts = ['CFBundleExecutable', 'CFBundleName', 'CFBundleIdentifier']
    .map((key) => `<key>${key}</key><string>${name}</string>`)
    .join('')
  await writeFile(join(contents, 'Info.plist'), `<plist version="1.0"><dict>${facts}</dict></plist>`)
}
