import type { Attachment, UploadKind } from '#shared/contract/upload.ts'
import type { Answer, TestClient } from '#tests/integration/server/harness/client.ts'

export interface ChunkedSpec {
  name: string
  content: Buffer
  chunkSize: number
  kind?: UploadKind
  fileMd5?: string
  identifier?: string
  /** ceil: no chunk is longer than chunkSize. */
  rounding?: 'floor' | 'ceil'
  /** All parameters in the URL and the bytes as the body, instead of a multipart form. */
  raw?: boolean
  extra?: Record<string, string>
}

/** What a chunk answers: the attachment when it was the last that was missing, else what is here. */
export type ChunkData = Partial<Attachment> & { skipUpload?: boolean; uploaded?: number[] }

/** A file as a chunked client sends it: one request at a time, in whatever order the test wants. */
export class ChunkedFile {
  readonly count: number
  readonly #client: TestClient
  readonly #spec: ChunkedSpec

  constructor(client: TestClient, spec: ChunkedSpec) {
    this.#client = client
    this.#spec = spec
    const chunks = spec.content.length / spec.chunkSize
    this.count = spec.rounding === 'ceil' ? Math.ceil(chunks) : Math.max(Math.floor(chunks), 1)
  }

  bytes(number: number): Buffer {
    const { content, chunkSize } = this.#spec
    return content.subarray((number - 1) * chunkSize, number === this.count ? content.length : number * chunkSize)
  }

  parameters(number: number): Record<string, string> {
    const { content, chunkSize, name, fileMd5 = '', identifier, extra } = this.#spec
    return {
      chunkNumber: String(number),
      chunkSize: String(chunkSize),
      currentChunkSize: String(this.bytes(number).length),
      totalSize: String(content.length),
      identifier: identifier ?? `${content.length}-${name.replaceAll(/[^0-9a-zA-Z_-]/g, '')}`,
      filename: name,
      relativePath: name,
      totalChunks: String(this.count),
      fileMd5,
      ...extra,
    }
  }

  get #path(): string {
    return `api/upload/${this.#spec.kind ?? 'file'}`
  }

  /** Sends one chunk; `bytes` instead of the right ones. */
  async send(number: number, bytes = this.bytes(number)): Promise<Answer<ChunkData>> {
    const fields = this.parameters(number)
    if (this.#spec.raw) {
      const response = await fetch(new URL(`${this.#path}?${new URLSearchParams(fields)}`, this.#client.url), {
        method: 'POST',
        headers: { authorization: String(this.#client.token), 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      })
      return { ...((await response.json()) as Answer<ChunkData>), status: response.status }
    }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(bytes)]), this.#spec.name)
    return this.#client.send(this.#path, { method: 'POST', body: form })
  }

  /** Tests whether a chunk is here; the status, and the data of a 200. */
  async test(number: number): Promise<[status: number, data: ChunkData | null]> {
    const response = await this.#client.fetch(`${this.#path}?${new URLSearchParams(this.parameters(number))}`)
    const text = await response.text()
    return [response.status, text ? (JSON.parse(text) as { data: ChunkData }).data : null]
  }

  /** Sends these chunks, or all, one after another; answers what the last one did. */
  async sendAll(numbers = Array.from({ length: this.count }, (_, index) => index + 1)): Promise<Answer<ChunkData>> {
    const answers = []
    for (const number of numbers) answers.push(await this.send(number))
    const last = answers.at(-1)
    if (!last) throw new Error('no chunk was sent')
    return last
  }
}
