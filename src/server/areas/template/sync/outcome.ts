import type { FileRow } from '#server/storage/templates/rows.ts'
import type { BatchOutcome } from '#shared/contract/templateSync.ts'
import { wireCode } from '#shared/errors/envelope.ts'
import { AppError } from '#shared/errors/index.ts'

/** The current state of a path, as in facts of kind `content`. */
export const toCurrentState = (there: FileRow | null): string =>
  !there ? 'none' : there.kind === 'folder' ? 'folder' : there.sha256

/** Converts an error to the outcome of one path, so that it does not fail the batch. */
export function toErrorOutcome(error: unknown): BatchOutcome {
  if (!(error instanceof AppError) || error.code === 'internal') throw error
  return { is: 'error', code: wireCode(error.code), msg: error.message }
}
