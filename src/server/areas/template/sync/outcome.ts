import type { FileRow } from '#server/storage/templates/rows.ts'
import type { BatchOutcome } from '#shared/contract/templateSync.ts'
import { wireCode } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'

/** What stands there, as facts of kind `content` say it. */
export const currentOf = (there: FileRow | null): string =>
  !there ? 'none' : there.kind === 'folder' ? 'folder' : there.sha256

/** What is wrong with one path is said of that path alone. */
export function errorOutcome(error: unknown): BatchOutcome {
  if (!(error instanceof AppError) || error.code === 'internal') throw error
  return { is: 'error', code: wireCode(error.code), msg: error.message }
}
