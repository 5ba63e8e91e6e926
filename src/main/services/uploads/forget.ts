import type { ApiClient } from '../types.ts'
import { planChunks } from './core/plan.ts'
import type { createIsOwn } from './isOwn.ts'
import type { UploadRecord } from './record.ts'
import { kindOf, parametersOf } from './target.ts'

const PATIENCE = 10_000

/** Removes the chunks of an unfinished upload from our own server. A file that went in one piece leaves none. */
export async function forgetOnServer(
  client: ApiClient,
  isOwn: ReturnType<typeof createIsOwn>,
  record: UploadRecord,
): Promise<void> {
  const plan = planChunks(record.size, true)
  const [first] = plan.chunks
  if (!first || plan.chunks.length === 1 || !record.fileMd5) return
  const signal = AbortSignal.timeout(PATIENCE)
  if (!(await isOwn(client, signal))) return
  await client.call('upload.cancel', { ...parametersOf(record, plan, first), kind: kindOf(record.target) }, { signal })
}
