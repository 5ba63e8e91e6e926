import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Envelope, httpStatus, SUCCESS, wireCode } from '#shared/errors/envelope.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { classifyDatabaseError, isOutOfRange } from '../db/dialect.ts'

export const success = <T>(data: T, msg: string): Envelope<T> => ({ code: SUCCESS, msg, data })

/** Sends the envelope of an error: 4xx/5xx status, message, broken rules and facts. Never a stack or SQL. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = withBodyLimit(toAppError(thrown), request)
  if (error.code === 'internal' || error.code === 'unavailable') request.log.error({ err: thrown }, 'unexpected error')
  const code = wireCode(error.code)
  const { issues, fact } = error.details
  const data = issues || fact ? { ...(issues && { issues }), ...(fact && { facts: fact }) } : null
  return reply.status(httpStatus(code)).send({ code, msg: error.message, data } satisfies Envelope)
}

/** Adds the size limit of the call to the error about a body that is too large. */
function withBodyLimit(error: AppError, request: FastifyRequest): AppError {
  const { bodyLimit } = request.routeOptions
  if (error.message !== TOO_LARGE || !bodyLimit) return error
  return new AppError(error.code, `${TOO_LARGE}：最多 ${formatBytes(bodyLimit)}，请减少内容或分批提交`)
}
const TOO_LARGE = '提交的内容超过大小限制'

/** Any thrown value as an AppError for the caller. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const { code, statusCode } = thrown instanceof Error ? (thrown as Partial<FastifyError>) : {}
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new AppError('too-large', TOO_LARGE)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415)
    return new AppError('unsupported', '不支持这种内容类型，请用 JSON 或表单格式提交')
  if (statusCode === 429) return new AppError('too-many', '操作过于频繁，请稍后重试')
  if (statusCode === 404) return notFound()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid', '请求格式有误，请检查地址和提交的内容')
  if (isOutOfRange(thrown)) return new AppError('not-found', '记录不存在，请刷新后重新选择')
  const trouble = classifyDatabaseError(thrown)
  if (trouble === 'full') return new AppError('no-space', '服务器的磁盘空间不足，请联系管理员清理后重试')
  if (trouble === 'away') return new AppError('unavailable', '数据库暂时无法连接，请稍后重试', { cause: thrown })
  if (trouble === 'busy') return new AppError('unavailable', '服务器繁忙，请稍后重试', { cause: thrown })
  if (trouble === 'deadlock')
    return new AppError('conflict', '有其他操作正在修改同样的数据，本次未保存，请重试', { cause: thrown })
  return new AppError('internal', UNEXPECTED_MESSAGE, { cause: thrown })
}

export const notFound = (): AppError => new AppError('not-found', '接口不存在，请检查请求地址和方法')
