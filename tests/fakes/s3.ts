import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Options } from '#server/storage/s3/options.ts'

/** What the tests use of a request in the package. */
interface Call {
  method: string
  path: string
  query: Record<string, string | undefined>
  headers: Record<string, string | undefined>
  status: number
  body: unknown
  set(name: string, value: string): void
}
type Layer = (call: Call, next: () => Promise<void>) => Promise<void>

/** What the tests use of the package, which brings no types. */
interface S3rver {
  middleware: Layer[]
  store: {
    listObjects(
      bucket: string,
      options: { prefix: string; maxKeys: number; startAfter?: string },
    ): Promise<{ objects: { key: string; lastModifiedDate: Date; size: number }[]; isTruncated: boolean }>
    copyObject(bucket: string, key: string, toBucket: string, toKey: string): Promise<unknown>
    existsObject(bucket: string, key: string): Promise<boolean>
  }
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
type S3rverClass = new (options: {
  port: number
  address: string
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}) => S3rver

export type S3Right = 'list' | 'get' | 'put' | 'delete'
/** How S3 answers every call when something is wrong with the bucket or with how it is called. */
const FAULTS = {
  bucketGone: [404, 'NoSuchBucket', ''],
  clock: [403, 'RequestTimeTooSkewed', '<ServerTime>2020-01-01T00:00:00Z</ServerTime>'],
  region: [400, 'AuthorizationHeaderMalformed', '<Region>cn-north-1</Region>'],
  noSuchKey: [403, 'InvalidAccessKeyId', ''],
  wrongSecret: [403, 'SignatureDoesNotMatch', ''],
  away: [503, 'ServiceUnavailable', ''],
} as const
export type S3Fault = keyof typeof FAULTS

/** An S3 server of its own on a temporary folder, with an empty bucket. */
export interface S3Server {
  options: S3Options
  /** Where its files lie. */
  directory: string
  /** Rights that the access key lacks. */
  refused: Set<S3Right>
  /** null: it is well. */
  fault: S3Fault | null
  /** Each call that wrote or removed something, such as `PUT site/content/…`. */
  changes: string[]
  close(): Promise<void>
}

const rightOf = ({ method, query, path }: Call): S3Right => {
  if (method === 'DELETE') return 'delete'
  if (method === 'PUT' || method === 'POST') return 'put'
  return query['list-type'] !== undefined || path.split('/').filter(Boolean).length < 2 ? 'list' : 'get'
}

function refuse(call: Call, status: number, code: string, more = ''): void {
  call.status = status
  call.set('content-type', 'application/xml')
  call.body =
    call.method === 'HEAD'
      ? null
      : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`
}

const encoded = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The package makes tokens of further pages with a cipher that Node 24 has no more. */
async function list({ store }: S3rver, bucket: string, call: Call): Promise<void> {
  const { prefix = '', 'max-keys': most = '1000', 'continuation-token': token, 'start-after': after } = call.query
  const startAfter = token ? Buffer.from(token, 'base64').toString() : after
  const { objects, isTruncated } = await store.listObjects(bucket, {
    prefix,
    maxKeys: Math.min(1000, Number(most)),
    ...(startAfter && { startAfter }),
  })
  const lines = objects.map(
    ({ key, lastModifiedDate, size }) =>
      `<Contents><Key>${encoded(key)}</Key><LastModified>${lastModifiedDate.toISOString()}</LastModified><Size>${size}</Size></Contents>`,
  )
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(objects.at(-1)?.key ?? '').toString('base64')}</NextContinuationToken>`
    : ''
  call.status = 200
  call.set('content-type', 'application/xml')
  call.body = `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${lines.join('')}</ListBucketResult>`
}

/** The package decodes the name of the source but for its slashes. */
async function copy({ store }: S3rver, bucket: string, call: Call): Promise<void> {
  const [, , ...from] = decodeURIComponent(call.headers['x-amz-copy-source'] ?? '').split('/')
  const [, , ...to] = decodeURIComponent(call.path).split('/')
  if (!(await store.existsObject(bucket, from.join('/')))) return refuse(call, 404, 'NoSuchKey')
  await store.copyObject(bucket, from.join('/'), bucket, to.join('/'))
  call.status = 200
  call.set('content-type', 'application/xml')
  call.body = '<?xml version="1.0"?><CopyObjectResult><ETag>"copy"</ETag></CopyObjectResult>'
}

/** The environment of a server whose files lie in the bucket. */
export const s3Environment = ({ options }: Pick<S3Server, 'options'>): Record<string, string> => ({
  SITECRAFT_S3_URL: options.endpoint,
  SITECRAFT_S3_REGION: options.region,
  SITECRAFT_S3_ACCESS_KEY: options.accessKeyId,
  SITECRAFT_S3_SECRET_KEY: options.secretAccessKey,
  SITECRAFT_S3_PREFIX: options.prefix,
})

export async function startS3(): Promise<S3Server> {
  const S3rver = createRequire(import.meta.url)('s3rver') as S3rverClass
  const directory = await mkdtemp(join(tmpdir(), 'sitecraft-s3-'))
  const name = 'uploads'
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name }] })
  const state: Pick<S3Server, 'refused' | 'fault' | 'changes'> = { refused: new Set(), fault: null, changes: [] }
  server.middleware.unshift(async (call, next) => {
    const right = rightOf(call)
    if (state.fault) {
      const [status, code, more] = FAULTS[state.fault]
      return refuse(call, status, code, more)
    }
    if (state.refused.has(right)) return refuse(call, 403, 'AccessDenied')
    if (right === 'put' || right === 'delete')
      state.changes.push(`${call.method} ${call.path.split('/').slice(2).join('/')}`)
    if (right === 'list') return list(server, name, call)
    if (call.headers['x-amz-copy-source']) return copy(server, name, call)
    await next()
    // Who may not list is not told either that there is no such object.
    if (right === 'get' && call.status === 404 && state.refused.has('list')) refuse(call, 403, 'AccessDenied')
  })
  const { port } = await server.run()
  return Object.assign(state, {
    directory,
    options: {
      endpoint: `http://127.0.0.1:${port}/${name}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      prefix: 'site/',
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  })
}
