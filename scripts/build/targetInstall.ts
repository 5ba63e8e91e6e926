import { execFile } from 'node:child_process'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Target } from './packedNatives.ts'

/** What npm and electron-builder read of the project, apart from the packages. */
const PROJECT = ['package.json', 'package-lock.json', 'electron-builder.yml', 'scripts/build', 'resources', 'out']

/**
 * Makes `folder` a project that has the packages of one system and architecture, as the lock file names them: one
 * node_modules holds one machine's native code.
 * @param options.parts what else than PROJECT is copied; `scripts: false` runs no package's own installation
 */
export async function installFor(
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
    // keytar's installation reads these, not npm's own options.
    env: { ...process.env, npm_config_platform: platform, npm_config_arch: arch },
    shell: process.platform === 'win32',
  })
}
