import { AppError } from '../errors/index.ts'

/** In which the names of a zip file may be; in the order in which they are offered. */
export const ZIP_ENCODINGS = ['gbk', 'big5', 'cp437', 'utf-8'] as const
export type ZipEncoding = (typeof ZIP_ENCODINGS)[number]

/** Some of an archive's names as they read in one encoding. */
export interface NameSamples {
  encoding: ZipEncoding
  names: readonly string[]
}

const MARK = 'doubtfulNames'

/** `invalid`: nothing in the archive says in which encoding its names are; the caller asks and sends the answer along. */
export function namesInDoubt(samples: readonly NameSamples[]): AppError {
  const facts = Object.fromEntries(samples.map(({ encoding, names }) => [encoding, names.join('\n')]))
  return new AppError('invalid', '看不出压缩包里的文件名用的是哪种编码，请选择能正确显示文件名的编码后再解压', {
    details: { facts: { [MARK]: true, ...facts } },
  })
}

/** What namesInDoubt said; null for any other error. */
export function samplesOf(error: unknown): NameSamples[] | null {
  const facts = error instanceof AppError ? error.details.facts : undefined
  if (facts?.[MARK] !== true) return null
  return ZIP_ENCODINGS.flatMap((encoding) => {
    const names = facts[encoding]
    return typeof names === 'string' ? [{ encoding, names: names.split('\n') }] : []
  })
}
