import { someOf } from '#shared/util/lists.ts'
import { refusal, type UploadRule } from '#renderer/features/uploads/rules.ts'

/** B·§5: extensions and limits of the dialog. */
export const MULTI_EXTENSIONS = ['jpg', 'jpeg', 'png'] as const
export const MULTI_LIMIT = 50
export const MULTI_LIMIT_MB = 1

interface Addition {
  /** All chosen files. */
  files: readonly File[]
  /** Messages for the user. */
  problems: string[]
}

/** Files with an equal key count as the same file. */
export const keyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

const formatNames = (files: readonly File[]): string =>
  someOf(
    files.map(({ name }) => name),
    5,
    ' 等 N 个文件',
  )

/**
 * Adds files to the chosen ones, without those of a wrong type or size (B·§5) and without duplicates. If the limit
 * would be exceeded, none of them is added.
 */
export function addImages(chosen: readonly File[], more: readonly File[], limit: number, rule: UploadRule): Addition {
  const known = new Set(chosen.map(keyOf))
  const newFiles = [...new Map(more.map((file) => [keyOf(file), file])).values()].filter(
    (file) => !known.has(keyOf(file)),
  )
  const good = newFiles.filter((file) => refusal(file, rule) === null)
  if (chosen.length + good.length > limit)
    return {
      files: chosen,
      problems: [`当前限制选择 ${limit} 个文件，本次选择了 ${chosen.length + good.length} 个文件`],
    }
  const reasons = Map.groupBy(newFiles, (file) => refusal(file, rule))
  const problems = [...reasons].flatMap(([reason, files]) =>
    reason === null ? [] : [`${reason} 未选择：${formatNames(files)}`],
  )
  return { files: [...chosen, ...good], problems }
}
