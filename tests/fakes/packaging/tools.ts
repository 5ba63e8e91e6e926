import { execFile } from 'node:child_process'
import { cp, mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Stands for the AppImage's runtime, which is no Debian package: the picture of the file system begins after it. */
export const RUNTIME = Buffer.from('stand-in for the runtime')

const which = async (name: string): Promise<string> => (await run('which', [name])).stdout.trim()

/** What electron-builder asks for when it makes Linux packages, from Debian's programs. */
export async function linuxTools(folder: string): Promise<NodeJS.ProcessEnv> {
  await mkdir(join(folder, 'runtimes'), { recursive: true })
  await mkdir(join(folder, 'lib/x64'), { recursive: true })
  for (const name of ['mksquashfs', 'desktop-file-validate']) await symlink(await which(name), join(folder, name))
  await writeFile(join(folder, 'runtimes/runtime-x64'), RUNTIME)
  return { APPIMAGE_TOOLS_PATH: folder, CUSTOM_FPM_PATH: join(import.meta.dirname, 'fpm.mjs') }
}

/** What a package's scripts and the command use of a system. */
const PROGRAMS = ['sh', 'ln', 'rm', 'cp', 'chmod', 'cat', 'readlink', 'dirname']

/** An empty system with a shell: packages are installed in it, and what they leave behind is all that is there. */
export async function cleanRoot(root: string): Promise<void> {
  for (const name of ['bin', 'usr/bin', 'usr/share/applications', 'etc', 'tmp', 'var/lib/rpm'])
    await mkdir(join(root, name), { recursive: true })
  for (const name of ['info', 'updates', 'triggers']) await mkdir(join(root, 'var/lib/dpkg', name), { recursive: true })
  await writeFile(join(root, 'var/lib/dpkg/status'), '')
  for (const name of PROGRAMS) await copyProgram(root, name)
}

async function copyProgram(root: string, name: string): Promise<void> {
  const path = await realpath(await which(name))
  await cp(path, join(root, 'bin', name))
  const { stdout } = await run('ldd', [path])
  for (const [library] of stdout.matchAll(/\/\S+/g)) {
    await mkdir(join(root, dirname(library)), { recursive: true })
    await cp(await realpath(library), join(root, library))
  }
}
