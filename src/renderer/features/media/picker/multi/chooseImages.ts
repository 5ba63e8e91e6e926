import { someOf } from '#shared/util/lists.ts'
import { MULTI_IMAGES } from '#renderer/features/media/text.ts'
import { refusal, type UploadRule } from '#renderer/features/uploads/rules.ts'

/** B·§5: what the dialog takes, and its defaults. */
export const MULTI_EXTENSIONS = ['jpg', 'jpeg', 'png'] as const
export const MULTI_LIMIT = 50
export const MULTI_LIMIT_MB = 1

interface Sorted {
  /** All that is chosen now. */
  files: readonly File[]
  /** What to say, one message each. */
  problems: string[]
}

/** Files with the same key are the same file. */
export const keyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

const named = (files: readonly File[]): string =>
  someOf(
    files.map(({ name }) => name),
    5,
    ' 等 N 个文件',
  )

/**
 * The chosen files with more of them: those of another type and those that are too large are left out (B·§5), and the
 * same file once. A choice that goes over the limit is not taken at all.
 */
export function withMore(chosen: readonly File[], more: readonly File[], limit: number, rule: UploadRule): Sorted {
  const known = new Set(chosen.map(keyOf))
  const fresh = [...new Map(more.map((file) => [keyOf(file), file])).values()].filter((file) => !known.has(keyOf(file)))
  const good = fresh.filter((file) => refusal(file, rule) === null)
  if (chosen.length + good.length > limit)
    return { files: chosen, problems: [MULTI_IMAGES.tooMany(limit, chosen.length + good.length)] }
  const reasons = Map.groupBy(fresh, (file) => refusal(file, rule))
  const problems = [...reasons].flatMap(([reason, files]) =>
    reason === null ? [] : [`${reason} 没有选择：${named(files)}`],
  )
  return { files: [...chosen, ...good], problems }
}
