import type { Template } from '#shared/contract/template.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'

let made = 0

/** A template with files, made through the API. `files`: content by path inside the template. */
export async function buildTemplate(
  client: TestClient,
  { files = {}, ...form }: { files?: Record<string, string>; siteId?: number; name?: string; folder?: string } = {},
): Promise<Template> {
  const folder = form.folder ?? `tpl${Date.now().toString(36)}${++made}`
  const template = await client.ok('template.save', { name: `模板 ${made}`, ...form, folder })
  for (const [path, content] of Object.entries(files)) await putFile(client, folder, path, content)
  return template
}

/** Writes one file of a template that has none under the path yet. */
export async function putFile(client: TestClient, folder: string, path: string, content: string | Buffer) {
  const bytes = Buffer.from(content)
  const sha256 = await hashOf(bytes)
  await client.ok('templateSync.put', { folder, path, expected: null, sha256, content: bytes.toString('base64') })
  return sha256
}

/** SHA-256, hex. */
export async function hashOf(bytes: Uint8Array | string, algorithm = 'SHA-256'): Promise<string> {
  return Buffer.from(await crypto.subtle.digest(algorithm, Buffer.from(bytes))).toString('hex')
}
