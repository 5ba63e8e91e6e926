/** One place that a merge left to a person: its marks by line, from 1. */
export interface ConflictBlock {
  /** `<<<<<<<` */
  start: number
  /** `|||||||`; null where the common version is not shown. */
  base: number | null
  /** `=======` */
  middle: number
  /** `>>>>>>>` */
  end: number
}

export type Taken = 'local' | 'remote' | 'both'

/** The places of a text that still hold all their marks, in order. */
export function conflictBlocks(text: string): ConflictBlock[] {
  const places: ConflictBlock[] = []
  let open: { start: number; base: number | null; middle: number | null } | null = null
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^<{7}( |$)/.test(line)) open = { start: at + 1, base: null, middle: null }
    else if (!open) continue
    else if (/^\|{7}( |$)/.test(line)) open.base = at + 1
    else if (/^={7}$/.test(line)) open.middle = at + 1
    else if (/^>{7}( |$)/.test(line) && open.middle !== null) {
      places.push({ start: open.start, base: open.base, middle: open.middle, end: at + 1 })
      open = null
    }
  }
  return places
}

/** Whether a mark is left anywhere, also one that lost its others. */
export const hasMarks = (text: string): boolean => /^(<{7}|>{7}|\|{7})( |$)|^={7}\r?$/m.test(text)

/** The text with one place decided; its line ends stay. */
export function resolveBlock(text: string, place: ConflictBlock, taken: Taken): string {
  const lines = text.split('\n')
  const local = lines.slice(place.start, (place.base ?? place.middle) - 1)
  const remote = lines.slice(place.middle, place.end - 1)
  const chosen = { local, remote, both: [...local, ...remote] }[taken]
  return [...lines.slice(0, place.start - 1), ...chosen, ...lines.slice(place.end)].join('\n')
}
