import { randomUUID } from 'node:crypto'
import { PERMISSION_PROBES } from '../keyPrefixes.ts'
import type { S3Options } from './options.ts'

/** Problems of a bucket, for people. */
export interface BucketProblems {
  /** Rights that the access key lacks. */
  rights: string[]
  /** Why no call works: the bucket, the region, the clock or the key; null: calls work, apart from missing rights. */
  fault: string | null
  /** The bucket is unreachable or does not respond like S3, which may be temporary. */
  away: string | null
}

type Cause = 'right' | 'away' | { fault: string }

/** Tests each right separately with a small object. */
export async function findBucketProblems({ prefix, ...config }: S3Options): Promise<BucketProblems> {
  const { S3mini } = await import('s3mini')
  const bucket = new S3mini(config)
  const key = `${prefix}${PERMISSION_PROBES}${randomUUID()}`
  const found: BucketProblems = { rights: [], fault: null, away: null }
  const tried: [string, () => Promise<unknown>][] = [
    [
      '列出（s3:ListBucket）',
      async () => (await bucket.listObjectsPaged('/', `${prefix}${PERMISSION_PROBES}`, 1)) ?? noBucket(),
    ],
    ['写入（s3:PutObject）', () => bucket.putObject(key, Buffer.from('rights'))],
    ['读取（s3:GetObject）', () => bucket.getObjectArrayBuffer(key)],
    ['删除（s3:DeleteObject）', () => bucket.deleteObject(key)],
  ]
  for (const [right, call] of tried) {
    const cause = await call().then(
      () => null,
      (error: unknown) => causeOf(error, config),
    )
    if (cause === 'right') found.rights.push(right)
    else if (cause === 'away') return { ...found, away: '存储桶暂时无法连接，或没有正常响应' }
    else if (cause) return { ...found, fault: cause.fault }
  }
  return found
}

/** All problems as sentences. */
export const describeProblems = ({ rights, fault, away }: BucketProblems): string[] => [
  ...(fault ? [fault] : []),
  ...(away ? [away] : []),
  ...(rights.length > 0 ? [`存储桶的访问密钥缺少权限：${rights.join('、')}`] : []),
]

class NoBucket extends Error {}
const noBucket = (): never => {
  throw new NoBucket()
}

/** Codes of S3's errors: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function causeOf(error: unknown, { region }: Pick<S3Options, 'region'>): Cause {
  const { status, code, field } = answerOf(error)
  if (error instanceof NoBucket || code === 'NoSuchBucket')
    return { fault: '存储桶不存在，或已被删除：请检查 SITECRAFT_S3_URL 中的桶名' }
  if (code === 'RequestTimeTooSkewed' || code === 'RequestExpired') {
    const there = Date.parse(field('ServerTime'))
    const minutes = Math.round(Math.abs(there - Date.now()) / 60_000)
    const by = Number.isNaN(minutes) ? '过大' : ` ${minutes} 分钟`
    return { fault: `本服务器的时钟与存储桶相差${by}，请求被拒绝：请校准本服务器的时钟` }
  }
  if (REGION.has(code) || status === 301) {
    const there = field('Region')
    return {
      fault: `存储桶的区域有误：SITECRAFT_S3_REGION 是 ${region}，${there ? `存储桶在 ${there}` : '存储桶在其他区域'}`,
    }
  }
  if (code === 'InvalidAccessKeyId') return { fault: '访问密钥不存在或已停用：请检查 SITECRAFT_S3_ACCESS_KEY' }
  if (code === 'SignatureDoesNotMatch') return { fault: '访问密钥的密码有误：请检查 SITECRAFT_S3_SECRET_KEY' }
  return status === 401 || status === 403 ? 'right' : 'away'
}

const REGION: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
  'InvalidRegion',
])

/** The parts of S3's response in an error of the client. */
function answerOf(error: unknown): { status: number; code: string; field: (name: string) => string } {
  const {
    status = 0,
    body = '',
    serviceCode = '',
  } = (error ?? {}) as {
    status?: number
    body?: string
    serviceCode?: string
  }
  const field = (name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? ''
  // The body is parsed here, because the client reads the code of one content type only.
  return { status, code: field('Code') || serviceCode, field }
}
