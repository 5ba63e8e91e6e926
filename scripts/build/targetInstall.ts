import { execFile } from 'node:child_process'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Target } from './packedNatives.ts'

/** Files of the project that npm and electron-builder read, apart from the packages. */
const PROJECT = ['package.json', 'package-lock.json', 'electron-builder.yml', 'scripts/build', 'resources', 'out']

/**
 * Copies the project to `folder` and installs the packages of one system and architecture there, according to the lock
 * file.
 * @param options.parts the files to copy; `scripts: false` skips the packages' install scripts
 */
export async function installForTarget(
  { platform, arch }: Target,
  root: string,
  folder: string,
  { parts = PROJECT, scripts = true }: { parts?: readonly string[]; scripts?: boolean } = {},
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of parts) await cp(join(root, name), join(folder, name), { recursive: true })
  const options = ['--omit=dev', '--no-audit', '--no-fund', `--os=${platform}`, `--cpu=${arch}`]
  await promisify(execFile)('npm', ['ci', ...options, ...(scripts ? [] : ['--ignore-scripts'])], {
    cwd: folder,
    // keytar's installer reads these variables, not npm's options.
    env: { ...process.env, npm_config_platform: platform, npm_config_arch: arch },
    shell: process.platform === 'win32',
  })
}
