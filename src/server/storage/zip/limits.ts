/** Limits of an archive, which the reader enforces. */
export interface ZipLimits {
  entries: number
  /** Total unpacked size of all files, bytes. */
  totalBytes: number
  /** Maximum compression ratio of the entry with this name; checked for entries above `ratioFromBytes`. */
  ratio: (name: string) => number
  ratioFromBytes: number
}

const MB = 1024 * 1024
/** Limits of archives that are unpacked into a folder. totalBytes is the documents' limit of one upload (A·§5). */
export const ZIP_LIMITS: ZipLimits = { entries: 20_000, totalBytes: 5000 * MB, ratio: () => 200, ratioFromBytes: MB }
