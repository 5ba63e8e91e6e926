import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attachment, UploadKind } from '#shared/contract/upload.ts'
import type { Answer, TestClient } from '#tests/integration/server/harness/client.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

export interface UploadSpec {
  name: string
  content: Buffer | string
  kind?: UploadKind
  /** Form fields before the file part. */
  fields?: Record<string, string>
  /** Parameters of the URL. */
  query?: Record<string, string>
}

/** Uploads one file as a multipart form, whatever the answer is. */
export function upload(client: TestClient, spec: UploadSpec): Promise<Answer<Attachment> & { datas?: Attachment }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(spec.fields ?? {})) form.append(name, value)
  form.append('file', new Blob([Buffer.from(spec.content)]), spec.name)
  const query = new URLSearchParams(spec.query)
  return client.send(`api/upload/${spec.kind ?? 'file'}?${query}`, { method: 'POST', body: form })
}

/** The smallest PNG header that tells a size. */
export function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

const OWNER = /\bowners\b/

/** All files under a server's uploads folder, but for the mark that says whose store it is. */
export async function storedUploads({ deps }: TestServer): Promise<string[]> {
  const all = await readdir(join(deps.dataDir, 'uploads'), { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile() && !OWNER.test(entry.parentPath)).map(({ name }) => name)
}
