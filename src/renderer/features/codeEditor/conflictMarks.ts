/** A conflict that a merge left to the user: the lines of its marks, from 1. */
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

export type ConflictChoice = 'local' | 'remote' | 'both'

/** The conflicts of a text that still have all their marks, in order. */
export function conflictBlocks(text: string): ConflictBlock[] {
  const blocks: ConflictBlock[] = []
  let open: { start: number; base: number | null; middle: number | null } | null = null
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^<{7}( |$)/.test(line)) open = { start: at + 1, base: null, middle: null }
    else if (!open) continue
    else if (/^\|{7}( |$)/.test(line)) open.base = at + 1
    else if (/^={7}$/.test(line)) open.middle = at + 1
    else if (/^>{7}( |$)/.test(line) && open.middle !== null) {
      blocks.push({ start: open.start, base: open.base, middle: open.middle, end: at + 1 })
      open = null
    }
  }
  return blocks
}

/** Whether any conflict mark is left, also one without the others. */
export const hasMarks = (text: string): boolean => /^(<{7}|>{7}|\|{7})( |$)|^={7}\r?$/m.test(text)

/** Resolves one conflict of a text; line ends stay. */
export function resolveBlock(text: string, block: ConflictBlock, choice: ConflictChoice): string {
  const lines = text.split('\n')
  const local = lines.slice(block.start, (block.base ?? block.middle) - 1)
  const remote = lines.slice(block.middle, block.end - 1)
  const chosen = { local, remote, both: [...local, ...remote] }[choice]
  return [...lines.slice(0, block.start - 1), ...chosen, ...lines.slice(block.end)].join('\n')
}
