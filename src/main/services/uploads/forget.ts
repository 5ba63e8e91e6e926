import type { ApiClient } from '../types.ts'
import type { OwnServers } from './ownServers.ts'
import type { UploadRecord } from './record.ts'
import { kindOf, parametersOf, planOf } from './target.ts'

const PATIENCE = 10_000

/** Removes from our own server what it has of an upload that is given up: chunks, or a file whose answer did not come. */
export async function forgetOnServer(
  client: ApiClient,
  isOwn: OwnServers['isOwn'],
  record: UploadRecord,
): Promise<void> {
  const plan = planOf(record, true)
  const [first] = plan.chunks
  if (!first || !record.fileMd5 || record.attachment) return
  const signal = AbortSignal.timeout(PATIENCE)
  if (!(await isOwn(client, signal))) return
  await client.call('upload.cancel', { ...parametersOf(record, plan, first), kind: kindOf(record.target) }, { signal })
}
