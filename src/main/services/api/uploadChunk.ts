import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { attachment } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import type { BundledFile, Chunk, UploadAnswer } from '../types.ts'
import { NOT_AN_API } from './readAnswer.ts'
import { parseLeniently } from './lenient.ts'

/** The body of a chunk's request; its bytes are read while they are sent. */
export function createChunkBody({ parameters, name, bytes, length, raw }: Chunk) {
  if (raw) return { body: bytes, length, type: 'application/octet-stream' }
  const boundary = `sitecraft-${randomBytes(16).toString('hex')}`
  const head = Buffer.from(
    Object.entries(parameters)
      .map(([field, value]) => `${disposition(boundary, field)}\r\n\r\n${value}\r\n`)
      .join('') +
      `${disposition(boundary, 'file')}; filename="${escapeFileName(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    body: wrapBytes(head, bytes, tail),
    length: head.length + length + tail.length,
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

const disposition = (boundary: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
const escapeFileName = (name: string): string => name.replace(/["\r\n]/g, (c) => encodeURIComponent(c))

async function* wrapBytes(head: Buffer, bytes: AsyncIterable<Buffer>, tail: Buffer) {
  yield head
  yield* bytes
  yield tail
}

/** The body of a bundle: length of the head, head, bytes of the files. */
export function createBundleBody(files: readonly BundledFile[]): Buffer {
  const head = Buffer.from(JSON.stringify({ files: files.map((file) => file.head) }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, ...files.map(({ bytes }) => bytes)])
}

const progress = z.object({ uploaded: z.array(z.number()) })

/**
 * Parses the response to an upload: progress, or the attachment.
 * @throws AppError `bad-answer` for anything else
 */
export function parseUploadAnswer(
  data: Record<string, unknown>,
  operation: string,
  onMended: (notes: string[]) => void,
): UploadAnswer {
  const whole = typeof data.accessPath === 'string' && data.accessPath !== '' ? parseLeniently(attachment, data) : null
  if (whole) {
    if (whole.notes.length > 0) onMended(whole.notes)
    return { attachment: whole.value, registered: data.registered === true }
  }
  const part = progress.safeParse(data)
  if (part.success) return part.data
  throw new AppError('bad-answer', NOT_AN_API, {
    details: { operation, fact: { kind: 'request', why: 'no accessPath' } },
  })
}
