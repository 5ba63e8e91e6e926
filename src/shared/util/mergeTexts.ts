import { diffArrays } from 'diff'

export interface Merged {
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
  const [ours, theirs] = [hunksOf(o, a), hunksOf(o, b)]
  const result: string[] = []
  let clean = true
  let [at, i, j] = [0, 0, 0]
  while (i < ours.length || j < theirs.length) {
    const start = Math.min(ours[i]?.start ?? Infinity, theirs[j]?.start ?? Infinity)
    let end = start
    const [fromI, fromJ] = [i, j]
    // Hunks that overlap or touch belong to one place.
    for (;;) {
      const next = nextWithin(ours[i], end) ?? nextWithin(theirs[j], end)
      if (!next) break
      end = Math.max(end, next.end)
      if (next === ours[i]) i++
      else j++
    }
    result.push(...o.slice(at, start))
    const mine = versionOf(o, ours.slice(fromI, i), start, end)
    const other = versionOf(o, theirs.slice(fromJ, j), start, end)
    if (i === fromI || isSame(mine, other)) result.push(...other)
    else if (j === fromJ) result.push(...mine)
    else {
      clean = false
      const marked = ['<<<<<<< 本地', ...mine, '||||||| 上次同步', ...o.slice(start, end), '=======', ...other]
      result.push(...marked, '>>>>>>> 服务器')
    }
    at = end
  }
  result.push(...o.slice(at))
  return { text: result.join(local.includes('\r\n') ? '\r\n' : '\n'), clean }
}

const linesOf = (text: string): string[] => text.split(/\r?\n/)

/** Lines `start` up to `end` (not with it) of the base are replaced by these. */
interface Hunk {
  start: number
  end: number
  lines: string[]
}

/** More changed lines than this are taken for one change: comparing costs the square of their number. */
const MOST_CHANGES = 1500

function hunksOf(base: readonly string[], changed: readonly string[]): Hunk[] {
  const parts = diffArrays([...base], [...changed], { maxEditLength: MOST_CHANGES })
  if (!parts) return [{ start: 0, end: base.length, lines: [...changed] }]
  const hunks: Hunk[] = []
  let at = 0
  let open: Hunk | null = null
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      at += value.length
      open = null
      continue
    }
    if (!open) hunks.push((open = { start: at, end: at, lines: [] }))
    if (added) open.lines.push(...value)
    else open.end = at += value.length
  }
  return hunks
}

const nextWithin = (hunk: Hunk | undefined, end: number): Hunk | null => (hunk && hunk.start <= end ? hunk : null)

/** What one side has in place of the base's lines. */
function versionOf(base: readonly string[], hunks: readonly Hunk[], start: number, end: number): string[] {
  const lines: string[] = []
  let at = start
  for (const hunk of hunks) {
    lines.push(...base.slice(at, hunk.start), ...hunk.lines)
    at = hunk.end
  }
  return [...lines, ...base.slice(at, end)]
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, n) => line === b[n])
