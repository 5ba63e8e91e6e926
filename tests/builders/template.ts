import { createHash } from 'node:crypto'
import type { Template } from '#shared/contract/template.ts'
import { readBatchHead } from '#shared/contract/templateSync.ts'
import { cutBytes, splitHeadedBytes, encodeHeadedBytes } from '#shared/util/headedBytes.ts'
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

/** One file of a batch. `expected`: what the caller believes to stand there, as text or, with 64 digits, as its hash. */
export interface BatchedFile {
  path: string
  content: string | Uint8Array
  expected?: string | null
}

/** The body of templateSync.putBatch. `folders` are made as well; `copies` send no content. */
export function putBatchBody(
  folder: string,
  files: readonly BatchedFile[],
  {
    folders = [],
    machine = '',
    copies = [],
  }: { folders?: readonly string[]; machine?: string; copies?: readonly (BatchedFile & { from: string })[] } = {},
): Uint8Array<ArrayBuffer> {
  const hash = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const headOf = ({ path, content, expected = null }: BatchedFile) => ({
    path,
    expected: expected === null || /^[0-9a-f]{64}$/.test(expected) ? expected : hash(expected),
    sha256: hash(content),
  })
  const head = {
    folder,
    machine,
    files: [
      ...files.map((file) => ({ kind: 'file', ...headOf(file), size: Buffer.byteLength(file.content) })),
      ...copies.map((file) => ({ kind: 'copy', ...headOf(file), from: file.from })),
      ...folders.map((path) => ({ kind: 'folder', path })),
    ],
  }
  return encodeHeadedBytes(
    Buffer.from(JSON.stringify(head)),
    files.map(({ content }) => Buffer.from(content as Uint8Array)),
  )
}

/** The files of an answer of templateSync.readBatch: their text, or the message of what went wrong. */
export function readBatchAnswer(body: Uint8Array): Record<string, string> {
  const read = splitHeadedBytes(body, 1e6)
  const { files } = readBatchHead.parse(JSON.parse(Buffer.from(read?.head ?? []).toString()))
  const pieces = cutBytes(
    read?.rest ?? new Uint8Array(),
    files.map((file) => (file.is === 'ok' ? file.size : 0)),
  )
  return Object.fromEntries(
    files.map((file, at) => [
      file.path,
      file.is === 'ok' ? Buffer.from(pieces?.[at] ?? []).toString() : `${file.code} ${file.msg}`,
    ]),
  )
}
