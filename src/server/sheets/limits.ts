import { MAX_SHEET_MB, MAX_SHEET_ROWS } from '#shared/contract/sheet.ts'

/** Limits of an imported spreadsheet. */
export interface SheetLimits {
  /** Size of the file, which the reader loads into memory. */
  bytes: number
  /** Unpacked size of all parts of an xlsx. */
  unpackedBytes: number
  /** Size of the shared strings, which the reader loads into memory. */
  textBytes: number
  /** Number of non-empty rows, including the titles. */
  rows: number
  /** Cells further right are not read. */
  columns: number
  /** Number of characters in all cells. */
  characters: number
}

const MB = 1024 * 1024

export const SHEET_LIMITS: SheetLimits = {
  bytes: MAX_SHEET_MB * MB,
  unpackedBytes: 1024 * MB,
  textBytes: 200 * MB,
  rows: MAX_SHEET_ROWS + 1,
  columns: 256,
  characters: 64 * MB,
}

/** Excel's maximum number of characters in a cell. */
export const MAX_CELL_CHARACTERS = 32_767
/** An export buffers this many characters before it sends rows to its thread. */
export const BUFFERED_CHARACTERS = 256 * 1024
/** Heap limit of the reading thread, MB; a malicious file can end only the thread. */
export const READ_THREAD_MB = 768
/** Timeout of reading a batch of 500 rows. */
export const BATCH_TIMEOUT_MS = 60_000
/** Number of sheets that are read at the same time; others wait. */
export const READ_THREADS = 2
/** Heap limit of a writing thread, MB: buffered rows and garbage. */
export const WRITE_THREAD_MB = 64
/** Number of long sheets that are written at the same time; others wait. */
export const WRITE_THREADS = 3
