import { readXls, streamXlsxRows } from 'hucre'
import { open, readFile } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import { openZip, type ZipProblem } from '../storage/zip/reader.ts'
import { formatCell, isBlank, type RawRow, type SheetCell } from './cells.ts'
import type { SheetLimits } from './limits.ts'

const ZIP = Buffer.from('PK')
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The first record of a BIFF8 workbook; in encrypted ones a FILEPASS record follows. */
const BIFF8 = Buffer.from('0908100000060500', 'hex')
const [BIFF8_RECORD_BYTES, FILEPASS] = [20, 0x2f]
/** Name of the stream that contains an xlsx with a password. */
const PACKAGE = Buffer.from('EncryptedPackage', 'utf16le')
const MB = 1024 * 1024
const MAX_PARTS = 2000
/** Maximum compression ratio. Ordinary rows have about 20; higher ratios are zip bombs. */
const MAX_RATIO = 200
const RATIO_FROM_BYTES = 10 * MB

const saveAgain = '请用 Excel 或 WPS 打开，另存为 xlsx 后重新上传'
const unsupported = (what: string): AppError => new AppError('unsupported', `${what}，${saveAgain}`)
const tooLarge = (what: string): AppError => new AppError('too-large', `表格${what}，请分成多个文件上传`)

/**
 * The non-empty rows of the first sheet, as values: formulas have their last result. Runs in a separate thread, because
 * the file is in memory and parsing blocks the event loop.
 * @throws AppError `unsupported` for other or encrypted files, `invalid` when damaged, `too-large` beyond the limits
 */
export async function* readWorkbookRows(file: string, limits: SheetLimits): AsyncGenerator<RawRow, void> {
  const kind = await detectKind(file, limits)
  let [rows, characters] = [0, 0]
  for await (const { row, cells } of kind === 'xlsx' ? xlsxRows(file, limits) : xlsRows(file)) {
    const shown = cells.slice(0, limits.columns)
    if (shown.every(isBlank)) continue
    rows += 1
    for (const cell of shown) characters += typeof cell === 'string' ? cell.length : 8
    if (rows > limits.rows) throw tooLarge(`超过 ${limits.rows - 1} 行`)
    if (characters > limits.characters) throw tooLarge('的文字过多')
    yield { row, cells: shown }
  }
}

async function detectKind(file: string, limits: SheetLimits): Promise<'xls' | 'xlsx'> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size > limits.bytes) throw tooLarge(`大于 ${Math.floor(limits.bytes / MB)} MB`)
    const { buffer } = await handle.read(Buffer.alloc(OLE.length), 0, OLE.length, 0)
    if (buffer.equals(OLE)) return 'xls'
    if (!buffer.subarray(0, ZIP.length).equals(ZIP)) {
      throw unsupported('文件不是 Excel 表格（可能是网页或文本改了扩展名）')
    }
  } finally {
    await handle.close()
  }
  await checkParts(file, limits)
  return 'xlsx'
}

const isSheetPart = (name: string): boolean => /worksheets\/[^/]+\.xml$/i.test(name)

/**
 * Checks the sizes in the zip directory before unpacking, since no part unpacks to more than its directory entry says.
 */
async function checkParts(file: string, { unpackedBytes, textBytes }: SheetLimits): Promise<void> {
  const isTooMuchText = (name: string, size: number): boolean => !isSheetPart(name) && size > textBytes
  const refusal = (problem: ZipProblem): AppError => {
    if (problem.kind === 'encrypted') return encrypted()
    if (problem.kind === 'total') return tooLarge('解压后过大')
    if (problem.kind !== 'ratio') return broken()
    return tooLarge(isTooMuchText(problem.name, problem.size) ? '解压后过大' : '解压后异常大')
  }
  const limits = {
    entries: MAX_PARTS,
    totalBytes: unpackedBytes,
    ratio: () => MAX_RATIO,
    ratioFromBytes: RATIO_FROM_BYTES,
  }
  const archive = await openZip(file, { limits, refusal, encoding: 'bytes' })
  archive.close()
  for (const { name, size, packedSize } of archive.entries) {
    // The parser stops at this size; 0 with packed content would mean no limit.
    if (size === 0 && packedSize > 2) throw broken()
    if (isTooMuchText(name, size)) throw tooLarge('解压后过大')
  }
}

async function* xlsxRows(file: string, limits: SheetLimits): AsyncGenerator<RawRow, void> {
  try {
    for await (const { index, values } of streamXlsxRows(await readFile(file), { maxInputBytes: limits.bytes })) {
      yield { row: index + 1, cells: values.map(plainCell) }
    }
  } catch (error) {
    throw toRefusal(error)
  }
}

async function* xlsRows(file: string): AsyncGenerator<RawRow, void> {
  const bytes = await readFile(file)
  if (isEncrypted(bytes)) throw encrypted()
  try {
    const { sheets } = await readXls(bytes)
    // The array has holes for empty rows.
    for (const [index, cells] of (sheets[0]?.rows ?? []).entries()) {
      if (cells) yield { row: index + 1, cells: Array.from(cells, plainCell) }
    }
  } catch (error) {
    throw toRefusal(error)
  }
}

function isEncrypted(bytes: Buffer): boolean {
  if (bytes.includes(PACKAGE)) return true
  const at = bytes.indexOf(BIFF8)
  return (
    at >= 0 && at + BIFF8_RECORD_BYTES + 2 <= bytes.length && bytes.readUInt16LE(at + BIFF8_RECORD_BYTES) === FILEPASS
  )
}

/** Converts a cell to a plain value; other kinds (rich text, links) become text. */
function plainCell(cell: unknown): SheetCell {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number' || typeof cell === 'boolean' || cell instanceof Date) return cell
  return cell === null || cell === undefined ? null : formatCell(JSON.stringify(cell))
}

const broken = (): AppError => new AppError('invalid', `表格文件已损坏，无法读取，${saveAgain}`)
const encrypted = (): AppError => new AppError('unsupported', '表格设置了打开密码，请去掉密码后重新上传')

function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (name === 'EncryptedFileError' || name === 'DecryptionError') return encrypted()
  if (message.includes('Unsupported XLS version')) return unsupported('表格是 Excel 95 或更早的格式')
  if (/over the \d+ limit|exceeds/.test(message)) return tooLarge('过大')
  return broken()
}
