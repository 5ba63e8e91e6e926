import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../start/root.ts'

/** The files that git knows or would add, relative to the repository; those that are deleted are left out. */
export function sourceFiles(root = ROOT): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { status, stdout } = spawnSync('git', args, { cwd: root, maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error('git ls-files failed: the sources have to be a git repository')
  return stdout
    .toString()
    .split('\0')
    .filter((path) => path && existsSync(join(root, path)))
    .sort()
}

/**
 * Copies the sources into a new temporary folder, with the packages linked, so that a mutation never touches the working tree.
 * Answers the folder's path. The folder of temporary files goes with the process (scripts/mutants.ts).
 */
export function copySources(name: string): string {
  const folder = mkdtempSync(join(os.tmpdir(), `${name}-`))
  // PostgreSQL runs as a user of its own and reads below it.
  chmodSync(folder, 0o755)
  for (const path of sourceFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(ROOT, path), join(folder, path))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}
