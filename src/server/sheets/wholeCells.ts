import { SHEET_CUT } from '#shared/contract/sheet.ts'
import { cellText, type SheetCell } from './cells.ts'
import { CELL_CHARACTERS } from './limits.ts'

/** Cells that are named of those that were not written whole. */
const NAMED = 20

/** What was not written whole. */
interface CutCell {
  /** As Excel counts it. */
  row: number
  title: string
  characters: number
}

/** Counts the rows of a sheet as they are written, and notes the texts that no cell takes whole. */
export class CutCells {
  readonly #named: CutCell[] = []
  #count = 0
  /** Of the titles. */
  #row = 1

  nextRow(): void {
    this.#row += 1
  }

  /**
   * The cell, or the beginning of a text that is too long. That fills the cell to the last character, so that an import
   * knows it (isCutText), and says at its end how long the text was.
   */
  fit(cell: SheetCell, title: string): SheetCell {
    if (typeof cell !== 'string' || !isCutText(cell)) return cell
    // Cleaning a text of megabytes holds the loop; its beginning is nearly always enough.
    const head = cellText(cell.slice(0, 4 * CELL_CHARACTERS))
    const text = isCutText(head) ? head : cellText(cell)
    if (!isCutText(text)) return text
    this.#count += 1
    const characters = cell.length
    if (this.#named.length < NAMED) this.#named.push({ row: this.#row, title, characters })
    const end = `…（没有写完整：原文 ${characters} 字，超过 Excel 一个单元格的上限）`
    const begin = text.slice(0, CELL_CHARACTERS - end.length)
    // Not half a rare character, but one more … in its place.
    return copied(/[\ud800-\udbff]$/.test(begin) ? `${begin.slice(0, -1)}…${end}` : begin + end)
  }

  /** What the user is told; null when each text is whole. */
  message(): string | null {
    if (this.#count === 0) return null
    const named = this.#named.map(({ row, title, characters }) => `第 ${row} 行“${title}”（${characters} 字）`)
    const more = this.#count > NAMED ? `等 ${this.#count} 处` : ''
    return `${SHEET_CUT}${named.join('、')}${more}，超过 Excel 一个单元格能放的 ${CELL_CHARACTERS - 1} 字。这些单元格不能再导入，需要全文时请打开内容查看，或导出整个站点`
  }
}

/** A part of a text keeps the whole of it in memory until it is copied. */
const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/** Does it fill a cell to the last character? Excel, and our export, cut longer texts there. */
export const isCutText = (text: string): boolean => text.length >= CELL_CHARACTERS

export const charactersOf = (cells: readonly SheetCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
