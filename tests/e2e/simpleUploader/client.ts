import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Attachment } from '#shared/contract/upload.ts'

/** A file that exists in the page alone; equal seeds and sizes are equal bytes. */
export interface MadeFile {
  name: string
  size: number
  seed: number
}

/** Options of the client that can cross into the page. */
export interface ClientOptions {
  target?: string
  method?: 'multipart' | 'octet'
  testChunks?: boolean
  forceChunkSize?: boolean
  chunkSize?: number
  simultaneousUploads?: number
  maxChunkRetries?: number
  chunkRetryInterval?: number
  allowDuplicateUploads?: boolean
  /** Extra parameters (P2). */
  query?: Record<string, string>
}

/** What this test does around the client. */
export interface Around {
  token: string
  options: ClientOptions
  /** Sends the real SHA-512 as `fileMd5`, as the documents' client does. */
  hashed?: boolean
  /** Takes the first test's answer for all chunks (P8). */
  byFirstAnswer?: boolean
  /** How often a failed file is started again, as the person does with the button. */
  starts?: number
}

export interface Outcome {
  name: string
  how: 'success' | 'error'
  /** The text of the last answer. */
  message: string
  chunks: number
}

/** Just what this test uses of the client, which brings no types. */
interface ClientFile {
  name: string
  chunks: { offset: number }[]
  file: File & { sha512?: string }
  retry(): void
}
interface Client {
  on(event: 'fileSuccess' | 'fileError', take: (root: unknown, file: ClientFile, message: string) => void): void
  addFiles(files: File[]): void
  upload(): void
}
declare global {
  interface Window {
    Uploader: new (options: object) => Client
  }
}

export const bytesOf = ({ size, seed }: MadeFile): Buffer =>
  Buffer.from(Uint8Array.from({ length: size }, (_byte, at) => (at * 31 + (at >> 8) * seed + seed) % 251))

export const sha512Of = (file: MadeFile): string => createHash('sha512').update(bytesOf(file)).digest('hex')

/** Sends files with the real client in the page; resolves when each has come to its end. */
export function sendFiles(page: Page, files: readonly MadeFile[], around: Around): Promise<Outcome[]> {
  return page.evaluate(
    async ({ files, token, options, hashed, byFirstAnswer, starts = 1 }) => {
      const made = files.map(({ name, size, seed }) => {
        const bytes = Uint8Array.from({ length: size }, (_byte, at) => (at * 31 + (at >> 8) * seed + seed) % 251)
        return Object.assign(new File([bytes], name), { sha512: '' })
      })
      if (hashed) {
        for (const file of made) {
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-512', await file.arrayBuffer()))
          file.sha512 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
        }
      }
      const client = new window.Uploader({
        target: '/api/upload/file',
        headers: { authorization: token },
        ...options,
        query: ({ file }: ClientFile) => ({ ...options.query, ...(hashed && { fileMd5: file.sha512 }) }),
        progressCallbacksInterval: 0,
        ...(byFirstAnswer && {
          checkChunkUploadedByResponse({ offset }: { offset: number }, message: string) {
            const { data } = JSON.parse(message) as { data: { skipUpload?: boolean; uploaded?: number[] } }
            return data.skipUpload === true || data.uploaded?.includes(offset + 1) === true
          },
        }),
      })
      const left = new Map(made.map((file) => [file.name, starts]))
      const outcomes: Outcome[] = []
      const { promise, resolve } = Promise.withResolvers<Outcome[]>()
      const end = (file: ClientFile, how: Outcome['how'], message: string, chunks: number): void => {
        outcomes.push({ name: file.name, how, message, chunks })
        if (outcomes.length === files.length) resolve(outcomes)
      }
      client.on('fileSuccess', (_root, file, message) => end(file, 'success', message, file.chunks.length))
      client.on('fileError', (_root, file, message) => {
        const more = (left.get(file.name) ?? 1) - 1
        left.set(file.name, more)
        // The client takes the file's chunks away after this event.
        if (more > 0) setTimeout(() => file.retry())
        else end(file, 'error', message, 0)
      })
      client.addFiles(made)
      client.upload()
      return promise
    },
    { files, ...around },
  )
}

/** The attachment of a file that arrived; throws with what was said instead. */
export function arrived(outcome: Outcome | undefined): Attachment {
  if (outcome?.how !== 'success') throw new Error(`not uploaded: ${JSON.stringify(outcome)}`)
  const { data } = JSON.parse(outcome.message) as { data: Partial<Attachment> }
  if (!data.accessPath) throw new Error(`no attachment: ${outcome.message}`)
  return data as Attachment
}
