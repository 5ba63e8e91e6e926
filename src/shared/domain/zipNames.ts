/** Possible encodings of names in a zip file, in the order in which they are offered. */
export const ZIP_ENCODINGS = ['gbk', 'big5', 'cp437', 'utf-8'] as const
export type ZipEncoding = (typeof ZIP_ENCODINGS)[number]

/** Sample names of an archive, decoded with one encoding. */
export interface NameSamples {
  encoding: ZipEncoding
  names: string[]
}
