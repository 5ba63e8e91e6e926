import type { ApiClient, Uploaded } from '../types.ts'
import type { Bucket } from './core/bucket.ts'
import type { Bundler } from './bundler.ts'
import type { UploadRecord } from './record.ts'
import { readWhole } from './source.ts'
import { kindOf, parametersOf, planOf } from './target.ts'

/** Which files are sent together with others, and how one is. */
export function createBatchSender(bundler: Bundler, bucket: Bucket) {
  /** Only what registers itself is the same file however often it comes. A limit of bytes goes by the piece. */
  const mayShare = (client: ApiClient, { target, size }: UploadRecord): boolean =>
    target.to === 'library' && bucket.isOpen && bundler.takes(client, size)
  return {
    mayShare,
    async send(client: ApiClient, record: UploadRecord, signal: AbortSignal): Promise<Uploaded | null> {
      const plan = planOf(record, true)
      const [chunk] = plan.chunks
      if (!chunk || plan.chunks.length > 1 || !mayShare(client, record)) return null
      const bytes = await readWhole(record)
      const head = { ...parametersOf(record, plan, chunk), kind: kindOf(record.target) }
      return bundler.send(client, { head, bytes }, signal)
    },
  }
}
