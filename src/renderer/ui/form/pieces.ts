import { diffHunks, findChangedRanges } from '#shared/util/hunks.ts'

/** A piece of text: equal in both versions, or one of two to choose from. */
export type MergePiece =
  { kind: 'same'; text: string } | { kind: 'choice'; theirs: string; mine: string; changed: 'theirs' | 'mine' | 'both' }
export type PieceSide = 'theirs' | 'mine'

/** More parts are not compared: the time may grow with their square. */
const MAX_PARTS = 3000
/** Maximum number of characters of one version. */
const MAX_LENGTH = 500_000

/** The blocks of rich text, each followed by a line end. */
export function blocksIn(html: string): string[] {
  const template = document.createElement('template')
  template.innerHTML = html
  // The document of a template is inert: no images are loaded.
  const inert = template.content.ownerDocument
  const parts: string[] = []
  for (const node of template.content.childNodes) {
    const holder = inert.createElement('div')
    holder.append(node.cloneNode(true))
    const text = holder.innerHTML
    // Programs differ in the line ends between blocks, so these are not compared.
    if (text.trim() !== '') parts.push(`${text}\n`)
  }
  return parts
}

/** The lines of a text, each with its line end. */
export const linesIn = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== '')

/** A three-way comparison in pieces; null when there is nothing to choose, or too much. */
export function piecesOf(
  base: string,
  theirs: string,
  mine: string,
  split: (text: string) => string[],
): MergePiece[] | null {
  if (Math.max(base.length, theirs.length, mine.length) > MAX_LENGTH) return null
  const [start, other, own] = [split(base), split(theirs), split(mine)]
  if (Math.max(start.length, other.length, own.length) > MAX_PARTS) return null
  const pieces: MergePiece[] = []
  const same = (from: number, to: number): void => {
    if (to > from) pieces.push({ kind: 'same', text: start.slice(from, to).join('') })
  }
  let at = 0
  for (const range of findChangedRanges(start, diffHunks(start, own), diffHunks(start, other))) {
    const before = start.slice(range.start, range.end)
    same(at, range.start)
    if (!range.theirs) pieces.push(choice('mine', before, range.mine ?? []))
    else if (!range.mine) pieces.push(choice('theirs', before, range.theirs))
    else pieces.push(...bothChanged(before, range.theirs, range.mine))
    at = range.end
  }
  same(at, start.length)
  return pieces.filter(({ kind }) => kind === 'choice').length > 0 ? pieces : null
}

/** A piece that only one side has replaced or removed. */
const choice = (changed: PieceSide, before: readonly string[], now: readonly string[]): MergePiece =>
  changed === 'mine'
    ? { kind: 'choice', theirs: before.join(''), mine: now.join(''), changed }
    : { kind: 'choice', theirs: now.join(''), mine: before.join(''), changed }

/**
 * Pieces of a range that both sides have changed: part by part where each side replaced single parts, otherwise as a
 * whole, because the parts of the two sides can't be matched.
 */
function bothChanged(start: readonly string[], theirs: readonly string[], mine: readonly string[]): MergePiece[] {
  const isOneForOne = [theirs, mine].every(
    (side) => side.length === start.length && side.every((part, at) => part === start[at] || !start.includes(part)),
  )
  if (!isOneForOne) return [pieceOf(null, theirs.join(''), mine.join(''))]
  return start.map((before, at) => pieceOf(before, theirs[at] ?? '', mine[at] ?? ''))
}

function pieceOf(before: string | null, theirs: string, mine: string): MergePiece {
  if (theirs === mine) return { kind: 'same', text: mine }
  const changed = theirs === before ? 'mine' : mine === before ? 'theirs' : 'both'
  return { kind: 'choice', theirs, mine, changed }
}

/** The initial choice per piece: the side that changed it; undefined where both did. */
export const firstSides = (pieces: readonly MergePiece[]): (PieceSide | undefined)[] =>
  pieces.map((piece) => (piece.kind === 'choice' && piece.changed !== 'both' ? piece.changed : undefined))

/** The text with the chosen sides; null while a piece is undecided. */
export function mergedText(pieces: readonly MergePiece[], sides: readonly (PieceSide | undefined)[]): string | null {
  const parts = pieces.map((piece, at) => {
    if (piece.kind === 'same') return piece.text
    const side = sides[at]
    return side === undefined ? null : piece[side]
  })
  return parts.includes(null) ? null : parts.join('').replace(/\n$/, '')
}
