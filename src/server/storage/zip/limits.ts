/** Bounds of an archive that is unpacked on the server. */
export interface ZipLimits {
  entries: number
  /** Bytes of all files together, unpacked. */
  totalBytes: number
  /** Unpacked : packed, looked at for files over `ratioFromBytes`. */
  ratio: number
  ratioFromBytes: number
}

const MB = 1024 * 1024
/** totalBytes is the documents' limit of one upload (A·§5). */
export const ZIP_LIMITS: ZipLimits = { entries: 20_000, totalBytes: 5000 * MB, ratio: 200, ratioFromBytes: MB }
