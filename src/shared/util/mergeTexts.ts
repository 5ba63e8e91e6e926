import { hunksOf, changedRanges } from './hunks.ts'

interface Merged {
  text: string
  /** No place needs a person's decision. */
  clean: boolean
}

/**
 * Three-way merge by lines. Where both changed the same place, or places without a line between them, both versions stand
 * between conflict marks. Without a base every difference is such a place. Line ends are those of the local text.
 */
export function mergeTexts(base: string | null, local: string, remote: string): Merged {
  const [o, a, b] = [linesOf(base ?? ''), linesOf(local), linesOf(remote)]
  const result: string[] = []
  let clean = true
  let at = 0
  for (const { start, end, mine, theirs } of changedRanges(o, hunksOf(o, a), hunksOf(o, b))) {
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
