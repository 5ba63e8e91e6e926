import { SHEET_TRUNCATED_PREFIX } from '#shared/contract/sheet.ts'
import { formatCell, type SheetCell } from './cells.ts'
import { MAX_CELL_CHARACTERS } from './limits.ts'

/** Maximum number of truncated cells in the message. */
const MAX_EXAMPLES = 20

/** A cell whose text was truncated. */
interface TruncatedCell {
  /** Number of the row, as in Excel. */
  row: number
  title: string
  characters: number
}

/** Counts the rows of a sheet as they are written, and records texts that are too long for a cell. */
export class CellTruncation {
  readonly #named: TruncatedCell[] = []
  #count = 0
  /** Number of the current row; 1 is the row of titles. */
  #row = 1

  nextRow(): void {
    this.#row += 1
  }

  /**
   * The cell, or the beginning of a text that is too long. A truncated text fills the cell completely, so that an
   * import detects it (isTruncatedText), and ends with the original length.
   */
  fit(cell: SheetCell, title: string): SheetCell {
    if (typeof cell !== 'string' || !isTruncatedText(cell)) return cell
    // Cleaning a text of megabytes would block the event loop; its beginning is nearly always enough.
    const head = formatCell(cell.slice(0, 4 * MAX_CELL_CHARACTERS))
    const text = isTruncatedText(head) ? head : formatCell(cell)
    if (!isTruncatedText(text)) return text
    this.#count += 1
    const characters = cell.length
    if (this.#named.length < MAX_EXAMPLES) this.#named.push({ row: this.#row, title, characters })
    const end = `…（内容不完整：原文 ${characters} 字，超过 Excel 单元格的上限）`
    const begin = text.slice(0, MAX_CELL_CHARACTERS - end.length)
    // Replaces half of a surrogate pair.
    return copyText(/[\ud800-\udbff]$/.test(begin) ? `${begin.slice(0, -1)}…${end}` : begin + end)
  }

  /** The message for the user; null: no text was truncated. */
  message(): string | null {
    if (this.#count === 0) return null
    const named = this.#named.map(({ row, title, characters }) => `第 ${row} 行“${title}”（${characters} 字）`)
    const more = this.#count > MAX_EXAMPLES ? `等 ${this.#count} 处` : ''
    return `${SHEET_TRUNCATED_PREFIX}${named.join('、')}${more}，超过 Excel 单元格的上限 ${MAX_CELL_CHARACTERS - 1} 字。这些单元格无法再导入，需要全文时请打开内容查看，或导出整个站点`
  }
}

/** Copies the text, because a substring retains the whole text in memory. */
const copyText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/** Whether a text fills a cell completely: Excel and this export truncate longer texts to that length. */
export const isTruncatedText = (text: string): boolean => text.length >= MAX_CELL_CHARACTERS

export const countCharacters = (cells: readonly SheetCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
