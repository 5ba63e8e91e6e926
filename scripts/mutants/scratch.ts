import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../start/root.ts'

/** Tracked and untracked files of the repository, without ignored and deleted ones. */
export function sourceFiles(root = ROOT): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { status, stdout } = spawnSync('git', args, { cwd: root, maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error('git ls-files failed: the sources must be a git repository')
  return stdout
    .toString()
    .split('\0')
    .filter((path) => path && existsSync(join(root, path)))
    .sort()
}

/**
 * Copies the sources to a new temporary folder, with the packages linked, so that a mutation never touches the working
 * tree. Returns the folder's path; it is removed when the process ends (scripts/mutants.ts).
 */
export function copySources(name: string): string {
  const folder = mkdtempSync(join(os.tmpdir(), `${name}-`))
  // PostgreSQL runs as another user and reads files in this folder.
  chmodSync(folder, 0o755)
  for (const path of sourceFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(ROOT, path), join(folder, path))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}
