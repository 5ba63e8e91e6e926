import { randomUUID } from 'node:crypto'
import { RIGHTS } from '../areas.ts'
import type { S3Options } from './options.ts'

/** What is wrong with a bucket, for a person. */
export interface BucketProblems {
  /** Rights that the access key lacks. */
  rights: string[]
  /** Why nothing works: the bucket, the region, the clock or the key; null: it works but for the rights. */
  fault: string | null
  /** It did not answer as S3 does, which may pass by itself. */
  away: string | null
}

type Cause = 'right' | 'away' | { fault: string }

/** Tries each right by itself with a small object of its own. */
export async function bucketProblems({ prefix, ...config }: S3Options): Promise<BucketProblems> {
  const { S3mini } = await import('s3mini')
  const bucket = new S3mini(config)
  const key = `${prefix}${RIGHTS}${randomUUID()}`
  const found: BucketProblems = { rights: [], fault: null, away: null }
  const tried: [string, () => Promise<unknown>][] = [
    ['列出（s3:ListBucket）', async () => (await bucket.listObjectsPaged('/', `${prefix}${RIGHTS}`, 1)) ?? noBucket()],
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
    else if (cause === 'away') return { ...found, away: '存储桶现在连接不上，或不能正常回答' }
    else if (cause) return { ...found, fault: cause.fault }
  }
  return found
}

/** All that is wrong, in sentences. */
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
    return { fault: '存储桶不存在，或已被删除：请检查 SITECRAFT_S3_URL 里的桶名' }
  if (code === 'RequestTimeTooSkewed' || code === 'RequestExpired') {
    const there = Date.parse(field('ServerTime'))
    const minutes = Math.round(Math.abs(there - Date.now()) / 60_000)
    const by = Number.isNaN(minutes) ? '太多' : ` ${minutes} 分钟`
    return { fault: `这台服务器的时钟和存储桶相差${by}，请求被拒绝：请校准这台服务器的时钟` }
  }
  if (REGION.has(code) || status === 301) {
    const there = field('Region')
    return {
      fault: `存储桶的区域不对：SITECRAFT_S3_REGION 是 ${region}，${there ? `存储桶在 ${there}` : '存储桶在别的区域'}`,
    }
  }
  if (code === 'InvalidAccessKeyId')
    return { fault: '存储桶不认识这个访问密钥：请检查 SITECRAFT_S3_ACCESS_KEY，它可能已被停用' }
  if (code === 'SignatureDoesNotMatch') return { fault: '访问密钥的密码不对：请检查 SITECRAFT_S3_SECRET_KEY' }
  return status === 401 || status === 403 ? 'right' : 'away'
}

const REGION: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
  'InvalidRegion',
])

/** What an error of the client holds of the answer. */
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
  // The client reads the code of exactly one content type.
  return { status, code: field('Code') || serviceCode, field }
}
