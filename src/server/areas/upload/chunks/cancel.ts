import type { CallContext } from '#server/http/context.ts'
import type { UploadKind, UploadParameters } from '#shared/contract/upload.ts'
import { attemptOf, cancelAttempt, takeBack } from '../store/attempt.ts'
import { fileName } from '../store/body.ts'
import { completed } from './complete.ts'
import { closeSession, endSession, findSession, sessionKey } from './session.ts'
import { stopWriters } from './writers.ts'

/**
 * Forgets an unfinished upload and its bytes, and what registered itself under its identifier: its client gave up before it
 * got the answer. Also what is on its way. `ctx.db` must be the pool: writers are waited for.
 */
export async function cancelUpload(ctx: CallContext, kind: UploadKind, params: UploadParameters): Promise<void> {
  const attempt = attemptOf(params)
  await cancelAttempt(ctx, attempt)
  await endUnfinished(ctx, kind, params)
  // Last, so that an upload which completed until here is taken back as well.
  await takeBack(ctx, attempt)
}

async function endUnfinished(ctx: CallContext, kind: UploadKind, params: UploadParameters): Promise<void> {
  const session = await findSession(ctx, sessionKey(ctx, kind, fileName(params.filename), params))
  if (!session || session.attachmentId !== null) return
  if (!(await closeSession(ctx, session, '上传已取消'))) return
  await completed(ctx.deps, session)
  await stopWriters(ctx.deps, session.id, { start: 0, end: params.totalSize })
  await endSession(ctx.db, session)
}
