import { domainToASCII } from 'node:url'
import { fieldError } from '#shared/errors/index.ts'

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_LENGTH = 253

/**
 * Normalizes a host name: lower case, Chinese names in ASCII (xn--), without scheme and trailing slash or dot.
 * @throws AppError `invalid` with the problem, for the field `domain`
 */
export function normalizeHostName(typed: string): string {
  const fail = (message: string): never => {
    throw fieldError('invalid', 'domain', message)
  }
  const refuse = (why: string): never => fail(`域名“${typed}”${why}`)
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '')
  if (bare === '') fail('域名不能为空')
  if (/:\d*$/.test(bare)) refuse('不要带端口，请只填写主机名')
  if (/[/?#@\\]/.test(bare)) refuse('不要带路径或参数，请只填写主机名')
  if (/[\s,，;；]/.test(bare)) refuse('含有空格或分隔符，请每个输入框只填写一个域名')
  const host = domainToASCII(bare)
  const valid = host.length <= MAX_LENGTH && host.split('.').every((label) => LABEL.test(label))
  return valid ? host : refuse('格式有误，例如 www.example.com')
}
