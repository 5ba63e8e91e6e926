import { AppError } from '#shared/errors/index.ts'
import { normalize } from '../core/names.ts'
import { ancestorsOf, FOLDER, type Entry, type Tree } from '../core/tree.ts'

interface ListedEntry {
  path: string
  kind: 'file' | 'folder'
  size: number
  sha256: string
}

/** Builds the tree of a listing. Throws bad-answer for incomplete data (S19). */
export function treeOf(entries: readonly ListedEntry[]): Tree {
  const tree = new Map<string, Entry>()
  for (const { path: raw, kind, size, sha256 } of entries) {
    const path = normalize(raw)
    const whole = raw !== '' && !tree.has(path) && (kind === 'folder' || /^[0-9a-f]{64}$/.test(sha256))
    if (!whole) throw new AppError('bad-answer', `服务器返回的文件清单不完整（${raw || '空名称'}），本次未同步`)
    tree.set(path, kind === 'folder' ? FOLDER : { kind, sha256, size })
  }
  for (const path of tree.keys()) {
    for (const folder of ancestorsOf(path)) if (!tree.has(folder)) tree.set(folder, FOLDER)
  }
  return tree
}
