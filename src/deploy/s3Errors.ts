import { AppError } from '#shared/errors/index.ts'
import type { S3Account } from './s3Account.ts'

const REGION: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
  'InvalidRegion',
])
const FULL: ReadonlySet<string> = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'])

/** The parts of S3's answer in an error of the client. Codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function answerOf(error: unknown): { status: number; code: string; field: (name: string) => string } {
  const {
    status = 0,
    body = '',
    serviceCode = '',
    message = '',
  } = error as Partial<Record<string, string>> & {
    status?: number
  }
  // Errors of lists carry their body in the message.
  const text = body || message
  const field = (name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
  const said = /failed with status (\d+)/.exec(message)?.[1]
  return { status: status || Number(said ?? 0), code: field('Code') || serviceCode, field }
}

export const noSuchBucket = ({ bucket, address }: Pick<S3Account, 'bucket' | 'address'>): AppError =>
  new AppError('not-found', `“${new URL(address).host}”上没有存储桶“${bucket}”，请检查桶名、服务地址和访问方式`)

export const isMissingObject = (error: unknown): boolean => {
  const { status, code } = answerOf(error)
  return status === 404 && code !== 'NoSuchBucket'
}

/** What S3 answered, for people; null when it is no answer of S3. */
export function s3Error(error: unknown, account: S3Account, path: string): AppError | null {
  if (error instanceof AppError) return error
  const { status, code, field } = answerOf(error)
  const cause = { cause: error }
  const host = new URL(account.address).host
  if (code === 'NoSuchBucket') return noSuchBucket(account)
  if (code === 'InvalidAccessKeyId' || code === 'InvalidAccessKey')
    return new AppError('forbidden', '访问密钥不存在或已停用，请检查 AccessKey ID', cause)
  if (code === 'SignatureDoesNotMatch')
    return new AppError('forbidden', '访问密钥的密码有误，请重新填写 AccessKey Secret', cause)
  if (code === 'RequestTimeTooSkewed' || code === 'RequestExpired')
    return new AppError('unavailable', `本服务器的时钟与“${host}”相差过大，请求被拒绝，请校准本服务器的时钟`, cause)
  if (REGION.has(code) || status === 301 || status === 307) {
    const there = field('Region') || field('Endpoint')
    return new AppError(
      'invalid',
      `存储桶的区域或地址有误${there === '' ? '' : `，应为 ${there}`}，请检查后重试`,
      cause,
    )
  }
  if (FULL.has(code) || status === 507)
    return new AppError('unavailable', `写入“${path}”失败：存储桶的空间已满，请清理后重试`, cause)
  if (code === 'EntityTooLarge') return new AppError('too-large', `文件“${path}”超过存储桶允许的大小`, cause)
  if (status === 401 || status === 403)
    return new AppError(
      'forbidden',
      `存储桶“${account.bucket}”拒绝处理“${path}”，请检查访问密钥是否有列出、读取、写入和删除的权限`,
      cause,
    )
  if (status >= 500 || status === 429)
    return new AppError('unavailable', `“${host}”暂时无法处理请求（${status}），请稍后重试`, cause)
  return status === 0 ? null : new AppError('unavailable', `处理“${path}”失败：“${host}”返回 ${status} ${code}`, cause)
}
