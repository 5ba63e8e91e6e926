import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What other programs do to the synced folder. */

/** As vim saves with `backupcopy=no`: probe file, backup by rename, new file, backup gone. */
export function saveLikeVim(file: string, text: string): void {
  const folder = dirname(file)
  writeFileSync(join(folder, '4913'), '')
  rmSync(join(folder, '4913'))
  renameSync(file, `${file}~`)
  writeFileSync(file, text)
  rmSync(`${file}~`)
}

/** As most editors save: a temporary file in the same folder, renamed over the target. */
export function saveByRename(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text)
  renameSync(`${file}.tmp`, file)
}

const git = (folder: string, ...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, stdio: 'ignore' })

/** Puts the folder under git and makes a branch with its own version of a file; answers how to switch. */
export function branchWith(folder: string, file: string, text: string): { checkout(branch: 'main' | 'other'): void } {
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'main')
  git(folder, 'checkout', '-q', '-b', 'other')
  writeFileSync(join(folder, file), text)
  git(folder, 'commit', '-q', '-a', '-m', 'other')
  git(folder, 'checkout', '-q', 'main')
  return { checkout: (branch) => git(folder, 'checkout', '-q', branch) }
}

/** A script that (re)writes many pages, `part-0/page-0.html` and on. */
export function writePages(folder: string, count: number, text: (page: number) => string): void {
  for (let page = 0; page < count; page++) {
    const part = join(folder, `part-${page % 10}`)
    mkdirSync(part, { recursive: true })
    writeFileSync(join(part, `page-${page}.html`), text(page))
  }
}

/** Text of a file on the disk; null when there is none. */
export const onDisk = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** Names in a folder that a person sees there, sorted. */
export const visible = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
