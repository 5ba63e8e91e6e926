import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extractAll } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { HELP } from '#cli/args.ts'
import { cleanRoot, linuxTools, RUNTIME } from '#tests/fakes/packaging/tools.ts'
import { ROOT } from './buildApp.ts'
import { packApp, type PackedApp } from './packApp.ts'
import { startSession } from './session.ts'

// The packages of Linux as electron-builder makes them, with Debian's programs for the tools that it would fetch, installed in a
// clean root. Needs root's rights (chroot); the stand-in for Electron runs what was installed.

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
let packed: PackedApp
let folder: string
let files: { deb: string; rpm: string; appImage: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-packages-'))
  packed = await packApp({ packages: ['deb', 'rpm', 'AppImage'], env: await linuxTools(join(folder, 'tools')) })
  const made = await readdir(packed.output)
  const find = (end: string): string => join(packed.output, made.find((name) => name.endsWith(end)) ?? `no ${end}`)
  files = { deb: find('.deb'), rpm: find('.rpm'), appImage: find('.AppImage') }
}, 300_000)
afterAll(async () => {
  await packed.remove()
  await rm(folder, { recursive: true, force: true })
})

async function newRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'sitecraft-root-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await cleanRoot(root)
  return root
}

const PROGRAM = 'opt/站匠'
const dpkg = (root: string, ...args: string[]) =>
  run('dpkg', [`--root=${root}`, `--log=${root}/tmp/dpkg.log`, '--force-depends', ...args])
const rpm = (root: string, ...args: string[]) => run('rpm', [`--root=${root}`, '--dbpath=/var/lib/rpm', ...args])

/** The same package once more, as the next version. */
async function nextDeb(): Promise<string> {
  const content = join(folder, 'next')
  await run('dpkg-deb', ['-R', files.deb, content])
  const control = join(content, 'DEBIAN/control')
  await writeFile(control, (await readFile(control, 'utf8')).replace(/^Version: .*$/m, 'Version: 9.9.9'))
  await run('dpkg-deb', ['-Zgzip', '-z1', '--build', content, join(folder, 'next.deb')])
  return join(folder, 'next.deb')
}

async function helpOf(root: string): Promise<{ help: string; ms: number }> {
  const before = performance.now()
  const { stdout } = await run('chroot', [root, '/usr/bin/sitecraft', '--help'])
  return { help: stdout, ms: performance.now() - before }
}

/** Starts the packed program below this folder in the stand-in. */
async function startIn(program: string): Promise<void> {
  const app = await mkdtemp(join(tmpdir(), 'sitecraft-app-'))
  onTestFinished(() => rm(app, { recursive: true, force: true }))
  extractAll(join(program, 'resources/app.asar'), app)
  const env = { STAND_IN_PACKAGED: '1', STAND_IN_RESOURCES: join(program, 'resources') }
  const main = await startSession(app, { env })
  expect(await main.invoke('connections.use', { id: 'builtin' })).toMatchObject({ ok: true })
  await main.end()
}

describe.runIf(isRoot)('a package of Linux in a clean root (stand-in for Electron)', () => {
  it('a deb is installed, starts, is upgraded, and leaves nothing behind', async () => {
    const root = await newRoot()
    await dpkg(root, '-i', files.deb)
    expect(await readlink(join(root, 'usr/bin/sitecraft'))).toBe('/opt/站匠/resources/command/sitecraft')
    const { help, ms } = await helpOf(root)
    expect(help).toBe(`${HELP}\n`)
    expect(ms).toBeLessThan(200)
    await startIn(join(root, PROGRAM))
    const entry = await readFile(join(root, 'usr/share/applications/sitecraft.desktop'), 'utf8')
    expect(entry).toContain('StartupWMClass=sitecraft\n')
    expect(entry).toContain('x-scheme-handler/sitecraft;')
    await dpkg(root, '-i', await nextDeb())
    expect((await helpOf(root)).help).toBe(`${HELP}\n`)
    await dpkg(root, '-P', 'sitecraft')
    expect(await lstat(join(root, 'usr/bin/sitecraft')).catch(() => null)).toBeNull()
    expect(existsSync(join(root, PROGRAM))).toBe(false)
    expect(existsSync(join(root, 'usr/share/applications/sitecraft.desktop'))).toBe(false)
  }, 120_000)

  it('an rpm is installed, starts, and leaves nothing behind; an upgrade keeps the command', async () => {
    const root = await newRoot()
    await rpm(root, '--nodeps', '-i', files.rpm)
    expect((await helpOf(root)).help).toBe(`${HELP}\n`)
    await startIn(join(root, PROGRAM))
    // At an upgrade the old package's script runs last, and says how many are left.
    const { stdout } = await rpm(root, '-q', '--queryformat', '%{POSTUN}', 'sitecraft')
    await writeFile(join(root, 'tmp/postun'), stdout)
    await run('chroot', [root, '/bin/sh', '/tmp/postun', '1'])
    expect((await helpOf(root)).help).toBe(`${HELP}\n`)
    await rpm(root, '--nodeps', '-e', 'sitecraft')
    expect(await lstat(join(root, 'usr/bin/sitecraft')).catch(() => null)).toBeNull()
    expect(existsSync(join(root, PROGRAM))).toBe(false)
  }, 120_000)
})

it('an AppImage holds the program on the new runtime, and is updated as an AppImage', async () => {
  const image = await readFile(files.appImage)
  expect(image.subarray(0, RUNTIME.length).equals(RUNTIME)).toBe(true)
  const content = join(folder, 'image')
  await run('unsquashfs', ['-o', `${RUNTIME.length}`, '-q', '-n', '-d', content, files.appImage])
  // With this file electron-updater would take it for a deb.
  expect(existsSync(join(content, 'resources/package-type'))).toBe(false)
  await startIn(content)
}, 120_000)

describe('the command of a packed program (stand-in for Electron)', () => {
  const command = (...args: string[]) => {
    const env = {
      ...process.env,
      DISPLAY: '',
      STAND_IN_DISPLAY: 'none',
      STAND_IN_NODE: process.execPath,
      STAND_IN_BOOT: join(ROOT, 'tests/fakes/electron/boot.ts'),
      STAND_IN_PACKAGED: '1',
      STAND_IN_PLATFORM: 'linux',
      STAND_IN_APP_PATH: unpacked,
      STAND_IN_RESOURCES: packed.resources,
      STAND_IN_HOME: folder,
      STAND_IN_TYPINGS: join(folder, 'typings.json'),
      SITECRAFT_DATA: join(folder, 'data'),
    }
    return run(join(packed.resources, 'command/sitecraft'), args, { env }).catch(
      (error: Error & { code: number; stdout: string; stderr: string }) => error,
    )
  }
  let unpacked = ''
  beforeAll(async () => {
    unpacked = packed.unpack()
    const { readTypings } = await import('#tests/fakes/electron/typings.ts')
    await writeFile(join(folder, 'typings.json'), JSON.stringify(readTypings()))
  })

  it('asks the program without a display, and says that none runs', async () => {
    expect(await command('status')).toMatchObject({ code: 3, stderr: expect.stringContaining('站匠未运行') })
    expect(await command('status', '--no-such')).toMatchObject({ code: 2 })
    // As an AppImage starts it where there are no user namespaces.
    expect(await command('--no-sandbox', 'status')).toMatchObject({ code: 3 })
  })

  it('a start with a window needs a display: the stand-in refuses it as Electron does', async () => {
    expect(await command()).toMatchObject({ code: 1, stderr: expect.stringContaining('Missing X server or $DISPLAY') })
  })
})

it('the part of the NSIS installer that is ours compiles', async () => {
  const script = join(folder, 'test.nsi')
  await writeFile(
    script,
    `Unicode true
!include LogicLib.nsh
!include WinMessages.nsh
Var installMode
!define isUpdated '"0" == "1"'
OutFile "${join(folder, 'test.exe')}"
RequestExecutionLevel user
!include "${join(ROOT, 'resources/windows/installer.nsh')}"
Section
  StrCpy $installMode all
  !insertmacro customInstall
  WriteUninstaller "$TEMP\\u.exe"
SectionEnd
Section Uninstall
  !insertmacro customUnInstall
SectionEnd
`,
  )
  const { stdout } = await run('makensis', ['-WX', '-V2', script]).catch((error: Error & { stdout: string }) => {
    throw new Error(error.stdout, { cause: error })
  })
  expect(stdout).not.toMatch(/warning/i)
})
