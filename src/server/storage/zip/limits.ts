/** Bounds of an archive; the reader holds them for every archive that is read on the server. */
export interface ZipLimits {
  entries: number
  /** Bytes of all files together, unpacked. */
  totalBytes: number
  /** Unpacked : packed of the entry with this name, looked at for entries over `ratioFromBytes`. */
  ratio: (name: string) => number
  ratioFromBytes: number
}

const MB = 1024 * 1024
/** Of what is unpacked into a folder. totalBytes is the documents' limit of one upload (A·§5). */
export const ZIP_LIMITS: ZipLimits = { entries: 20_000, totalBytes: 5000 * MB, ratio: () => 200, ratioFromBytes: MB }
