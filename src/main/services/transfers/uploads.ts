import type { Attachment, UploadKind } from '#shared/contract/upload.ts'
import type { FileGrants } from '../grants.ts'
import type { Notifier } from '../ports.ts'
import type { ApiClient } from '../types.ts'
import { attachmentRule, checkFile, TEMPLATE_RULE, type FileRule } from './checkFile.ts'

/** Silence after the last byte, ms: storing several GB may take the server longer than a plain call. */
const STORING = 10 * 60_000

export interface Uploads {
  /** Sends a granted file and registers it as an attachment. */
  attachment(grant: string, kind: UploadKind): Promise<Attachment>
  /** Sends a granted file and registers it in the template folder `path`. */
  toTemplate(grant: string, path: string): Promise<void>
}

/** Uploads of granted files: checked, sent as one chunk, then registered once (upload-protocol.md P5, P16). */
export function createUploads(deps: {
  client: () => Promise<ApiClient>
  grants: FileGrants
  notifier: Notifier
}): Uploads {
  /** Answers the client too: what is sent to one server is registered there, whatever the user chooses meanwhile. */
  const send = async (kind: UploadKind, file: { path: string; name: string }, rule: FileRule, dir: string) => {
    const size = await checkFile(file, rule)
    const client = await deps.client()
    try {
      const onProgress = (sent: number): void => deps.notifier.progress(size === 0 ? 1 : sent / size)
      const { accessPath } = await client.upload(kind, file, { dir, onProgress, timeoutMs: STORING })
      return { client, accessPath }
    } finally {
      deps.notifier.progress(null)
    }
  }
  return {
    async attachment(grant, kind) {
      const file = deps.grants.file(grant)
      const { client, accessPath } = await send(kind, file, attachmentRule(kind), kind)
      const { data } = await client.call('upload.register', { realName: file.name, accessPath })
      await deps.grants.release(grant)
      return data
    },
    async toTemplate(grant, path) {
      const file = deps.grants.file(grant)
      const { client, accessPath } = await send('file', file, TEMPLATE_RULE, 'file')
      await client.call('templateFile.upload', { path, realName: file.name, accessPath })
      await deps.grants.release(grant)
    },
  }
}
