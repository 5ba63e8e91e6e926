import type { CallContext } from '#server/http/context.ts'
import type { UploadKind, UploadParameters } from '#shared/contract/upload.ts'
import { attemptOf, byAttempt } from '../attachments.ts'
import { fileName } from '../body.ts'
import { completed } from './complete.ts'
import { closeSession, endSession, findSession, sessionKey } from './session.ts'
import { stopWriters } from './writers.ts'

/**
 * Forgets an unfinished upload and its bytes, and what registered itself under its identifier: its client gave up before it
 * got the answer. Also what is on its way. `ctx.db` must be the pool: writers are waited for.
 */
export async function cancelUpload(ctx: CallContext, kind: UploadKind, params: UploadParameters): Promise<void> {
  const registered = await byAttempt(ctx, attemptOf(params))
  if (registered) await ctx.db.deleteFrom('attachment').where('id', '=', registered.id).execute()
  const session = await findSession(ctx, sessionKey(ctx, kind, fileName(params.filename), params))
  if (!session || session.attachmentId !== null) return
  if (!(await closeSession(ctx, session, '上传已取消'))) return
  await completed(ctx.deps, session)
  await stopWriters(ctx.deps, session.id, { start: 0, end: params.totalSize })
  await endSession(ctx.db, session)
}
