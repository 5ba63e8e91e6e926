import { SHEET_READ_MB, SHEET_READ_ROWS } from '#shared/contract/sheet.ts'

/** Bounds of a spreadsheet that is read on the server. */
export interface SheetLimits {
  /** Of the file as it was uploaded; the reader holds it in memory. */
  bytes: number
  /** Of all parts of an xlsx together, unpacked. */
  unpackedBytes: number
  /** Of the texts that all cells share; the reader holds them in memory. */
  textBytes: number
  /** Rows that hold something, the titles among them. */
  rows: number
  /** Cells further right are not read. */
  columns: number
  /** Of all cells together. */
  characters: number
}

const MB = 1024 * 1024

export const SHEET_LIMITS: SheetLimits = {
  bytes: SHEET_READ_MB * MB,
  unpackedBytes: 1024 * MB,
  textBytes: 200 * MB,
  rows: SHEET_READ_ROWS + 1,
  columns: 256,
  characters: 64 * MB,
}

/** Most that Excel takes in one cell. */
export const CELL_CHARACTERS = 32_767
/** Characters of rows that an export has in hand before they go to its thread. */
export const HELD_CHARACTERS = 256 * 1024
/** Memory of the thread that reads, in MB: what a hostile file makes of it ends the thread alone. */
export const THREAD_MB = 768
/** Longest that 500 rows, or the way to the first of them, may take. */
export const BATCH_MS = 60_000
/** Sheets that are read at once; others wait. */
export const THREADS = 2
/** Memory of a thread that writes, in MB: rows in hand, and garbage that is collected in time. */
export const WRITE_THREAD_MB = 64
/** Long sheets that are written at once; others wait. */
export const WRITE_THREADS = 3
