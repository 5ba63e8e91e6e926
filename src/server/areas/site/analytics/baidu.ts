import { z } from 'zod'
import type { AnalyticsFigures } from '#shared/contract/analytics.ts'
import { ANALYTICS_UNSET } from '#shared/contract/analytics.ts'
import { AppError } from '#shared/errors/index.ts'
import type { BaiduOptions } from '#server/deps.ts'

// Client of Baidu Tongji (tongji.baidu.com/api/manual): OAuth 2.0 with a code that a person copies, then reports over
// HTTP.

const REQUEST_TIMEOUT_MS = 15_000
/** Metrics in report order. */
const METRICS = ['pv_count', 'visitor_count', 'ip_count', 'bounce_ratio', 'avg_visit_time', 'trans_count'] as const
/** Error codes for an unknown or expired token. */
const TOKEN_ERROR_CODES = new Set([100, 110, 111])
/** Error codes for an exceeded quota. */
const QUOTA_ERROR_CODES = new Set([4, 17, 18, 19])

export interface BaiduTokens {
  access: string
  refresh: string
  /** Lifetime of `access`, ms. */
  lifeMs: number
}

/** The page on which a person authorizes this server; it shows the code to copy. */
export function createAuthorizationUrl({ url, apiKey }: BaiduOptions): string {
  const page = new URL('oauth/2.0/authorize', url)
  page.search = new URLSearchParams({
    response_type: 'code',
    client_id: apiKey,
    redirect_uri: 'oob',
    scope: 'basic',
    display: 'popup',
  }).toString()
  return page.href
}

/** @throws AppError `invalid` for a code or token that Baidu rejects */
export async function fetchTokens(
  options: BaiduOptions,
  by: { code: string } | { refresh: string },
): Promise<BaiduTokens> {
  const grant: Record<string, string> =
    'code' in by
      ? { grant_type: 'authorization_code', code: by.code, redirect_uri: 'oob' }
      : { grant_type: 'refresh_token', refresh_token: by.refresh }
  const answer = await callBaidu(
    new URL('oauth/2.0/token', options.url),
    {
      ...grant,
      client_id: options.apiKey,
      client_secret: options.secretKey,
    },
    options.timeoutMs,
  )
  const refusal = z.object({ error: z.string() }).safeParse(answer)
  if (refusal.success)
    throw new AppError(
      'invalid',
      'code' in by ? 'CODE 无效或已过期，请重新获取后再提交' : '百度统计的授权已失效，请在设置中重新授权',
    )
  const tokens = z
    .object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.coerce.number() })
    .safeParse(answer)
  if (!tokens.success) throw createFormatError()
  const { access_token, refresh_token, expires_in } = tokens.data
  return { access: access_token, refresh: refresh_token, lifeMs: expires_in * 1000 }
}

/** The access token is no longer valid and should be renewed. */
export class TokenExpiredError extends Error {}

/**
 * Fetches the totals of a range of days, both included.
 * `start` and `end` are formatted as `yyyy-MM-dd`.
 * @throws TokenExpiredError; AppError `too-many` when the quota is used up, `unavailable`, `timeout`, `invalid`
 */
export async function fetchFigures(
  { url, timeoutMs }: BaiduOptions,
  token: string,
  { siteId, start, end }: { siteId: string; start: string; end: string },
): Promise<AnalyticsFigures> {
  const toCompactDate = (day: string): string => day.replaceAll('-', '')
  const answer = await callBaidu(
    new URL('rest/2.0/tongji/report/getData', url),
    {
      access_token: token,
      site_id: siteId,
      method: 'trend/time/a',
      start_date: toCompactDate(start),
      end_date: toCompactDate(end),
      metrics: METRICS.join(','),
      gran: 'day',
    },
    timeoutMs,
  )
  const refusal = z.object({ error_code: z.coerce.number(), error_msg: z.string().default('') }).safeParse(answer)
  if (refusal.success) throw toError(refusal.data.error_code, refusal.data.error_msg)
  const sum = z.object({ result: z.object({ sum: z.array(z.array(z.unknown())) }) }).safeParse(answer)
  const row = sum.success ? sum.data.result.sum[0] : undefined
  if (!row) throw createFormatError()
  return Object.fromEntries(METRICS.map((name, at) => [name, parseFigure(row[at])])) as AnalyticsFigures
}

/** Parses a figure; `--` means none. */
const parseFigure = (value: unknown): number | null =>
  (typeof value === 'number' || typeof value === 'string') && value !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : null

function toError(code: number, text: string): Error {
  if (TOKEN_ERROR_CODES.has(code)) return new TokenExpiredError(text)
  if (QUOTA_ERROR_CODES.has(code))
    return new AppError('too-many', '百度统计今天的查询次数已用完，请明天再查看，或改用本站统计')
  return new AppError('invalid', `${ANALYTICS_UNSET}（百度统计：${text || code}）`)
}

const createFormatError = (): AppError => new AppError('unavailable', '百度统计的响应无法识别，请稍后再试')

async function callBaidu(url: URL, query: Record<string, string>, answerMs = REQUEST_TIMEOUT_MS): Promise<unknown> {
  url.search = new URLSearchParams(query).toString()
  let answer: Response
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: 'error' })
  } catch (cause) {
    // Omits the cause: it contains the URL with the keys.
    const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
    throw isTimeout
      ? new AppError('timeout', '百度统计响应超时，请稍后再试')
      : new AppError('unavailable', '无法连接百度统计，请检查服务器的网络后再试')
  }
  try {
    return (await answer.json()) as unknown
  } catch {
    throw createFormatError()
  }
}
