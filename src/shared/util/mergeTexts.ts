import { diffHunks, findChangedRanges } from './hunks.ts'

interface MergeResult {
  text: string
  /** The merge has no conflicts. */
  clean: boolean
}

/**
 * Three-way merge by lines. If both sides changed the same lines, or adjacent ones, both versions are put between
 * conflict markers. Without a base every difference is a conflict. Line ends are those of the local text.
 */
export function mergeTexts(base: string | null, local: string, remote: string): MergeResult {
  const [o, a, b] = [linesOf(base ?? ''), linesOf(local), linesOf(remote)]
  const result: string[] = []
  let clean = true
  let at = 0
  for (const { start, end, mine, theirs } of findChangedRanges(o, diffHunks(o, a), diffHunks(o, b))) {
    result.push(...o.slice(at, start))
    if (!mine || (theirs && isSame(mine, theirs))) result.push(...(theirs ?? []))
    else if (!theirs) result.push(...mine)
    else {
      clean = false
      const marked = ['<<<<<<< 本地', ...mine, '||||||| 上次同步', ...o.slice(start, end), '=======', ...theirs]
      result.push(...marked, '>>>>>>> 服务器')
    }
    at = end
  }
  result.push(...o.slice(at))
  return { text: result.join(local.includes('\r\n') ? '\r\n' : '\n'), clean }
}

const linesOf = (text: string): string[] => text.split(/\r?\n/)

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, n) => line === b[n])
