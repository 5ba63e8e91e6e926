import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The nearest folder upwards that is under git; null for none. */
export async function gitRootOf(root: string): Promise<string | null> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (await isThere(join(folder, '.git'))) return folder
    if (folder === dirname(folder)) return null
  }
}

/** git is changing the files of this folder right now: checkout, stash, merge and the like hold this lock. */
export async function isGitBusy(root: string): Promise<boolean> {
  const top = await gitRootOf(root)
  if (top === null) return false
  return isThere(join(await gitFolderOf(top), 'index.lock'))
}

/** A work tree of its own has a file there that names the folder. */
async function gitFolderOf(top: string): Promise<string> {
  const git = join(top, '.git')
  const named = await readFile(git, 'utf8').then(
    (text) => /^gitdir: (.+)$/m.exec(text)?.[1],
    () => undefined,
  )
  return named === undefined ? git : resolve(top, named.trim())
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
