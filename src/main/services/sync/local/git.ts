import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The nearest git work tree that contains the folder; null for none. */
export async function gitRootOf(root: string): Promise<string | null> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (await isThere(join(folder, '.git'))) return folder
    if (folder === dirname(folder)) return null
  }
}

/** Whether git is changing files here: checkout, stash, merge and others hold this lock. */
export async function isGitBusy(root: string): Promise<boolean> {
  const top = await gitRootOf(root)
  if (top === null) return false
  return isThere(join(await gitFolderOf(top), 'index.lock'))
}

/** In a linked work tree, `.git` is a file that names the git folder. */
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

/** The checked-out branch (the commit if detached) and its commit. */
export interface GitHead {
  name: string
  commit: string
}

/** null: the folder is not under git, or has no commit yet. */
export async function gitHeadOf(root: string): Promise<GitHead | null> {
  const top = await gitRootOf(root)
  if (top === null) return null
  const git = await gitFolderOf(top)
  const head = (await textOf(join(git, 'HEAD'))).trim()
  const ref = /^ref: (.+)$/.exec(head)?.[1]
  if (ref === undefined) return head === '' ? null : { name: head.slice(0, 8), commit: head }
  // A linked work tree stores its branches in the main repository.
  const common = resolve(git, (await textOf(join(git, 'commondir'))).trim() || '.')
  const loose = (await textOf(join(common, ref))).trim()
  const commit = loose || packedCommit(await textOf(join(common, 'packed-refs')), ref)
  return commit === '' ? null : { name: ref.replace(/^refs\/heads\//, ''), commit }
}

const packedCommit = (packed: string, ref: string): string =>
  packed
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ')[0] ?? ''

const textOf = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')
