/** In which the names of a zip file may be; in the order in which they are offered. */
export const ZIP_ENCODINGS = ['gbk', 'big5', 'cp437', 'utf-8'] as const
export type ZipEncoding = (typeof ZIP_ENCODINGS)[number]

/** Some of an archive's names as they read in one encoding. */
export interface NameSamples {
  encoding: ZipEncoding
  names: string[]
}
