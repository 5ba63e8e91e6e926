import { SHEET_CUT } from '#shared/contract/sheet.ts'
import { cellText, type SheetCell } from './cells.ts'
import { CELL_CHARACTERS } from './limits.ts'

/** Maximum number of truncated cells in the message. */
const NAMED = 20

/** A cell whose text was truncated. */
interface CutCell {
  /** Number of the row, as in Excel. */
  row: number
  title: string
  characters: number
}

/** Counts the rows of a sheet as they are written, and records texts that are too long for a cell. */
export class CutCells {
  readonly #named: CutCell[] = []
  #count = 0
  /** Number of the current row; 1 is the row of titles. */
  #row = 1

  nextRow(): void {
    this.#row += 1
  }

  /**
   * The cell, or the beginning of a text that is too long. A truncated text fills the cell completely, so that an
   * import detects it (isCutText), and ends with the original length.
   */
  fit(cell: SheetCell, title: string): SheetCell {
    if (typeof cell !== 'string' || !isCutText(cell)) return cell
    // Cleaning a text of megabytes would block the event loop; its beginning is nearly always enough.
    const head = cellText(cell.slice(0, 4 * CELL_CHARACTERS))
    const text = isCutText(head) ? head : cellText(cell)
    if (!isCutText(text)) return text
    this.#count += 1
    const characters = cell.length
    if (this.#named.length < NAMED) this.#named.push({ row: this.#row, title, characters })
    const end = `…（内容不完整：原文 ${characters} 字，超过 Excel 单元格的上限）`
    const begin = text.slice(0, CELL_CHARACTERS - end.length)
    // Replaces half of a surrogate pair.
    return copied(/[\ud800-\udbff]$/.test(begin) ? `${begin.slice(0, -1)}…${end}` : begin + end)
  }

  /** The message for the user; null: no text was truncated. */
  message(): string | null {
    if (this.#count === 0) return null
    const named = this.#named.map(({ row, title, characters }) => `第 ${row} 行“${title}”（${characters} 字）`)
    const more = this.#count > NAMED ? `等 ${this.#count} 处` : ''
    return `${SHEET_CUT}${named.join('、')}${more}，超过 Excel 单元格的上限 ${CELL_CHARACTERS - 1} 字。这些单元格无法再导入，需要全文时请打开内容查看，或导出整个站点`
  }
}

/** Copies the text, because a substring retains the whole text in memory. */
const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/** Whether a text fills a cell completely: Excel and this export truncate longer texts to that length. */
export const isCutText = (text: string): boolean => text.length >= CELL_CHARACTERS

export const charactersOf = (cells: readonly SheetCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
