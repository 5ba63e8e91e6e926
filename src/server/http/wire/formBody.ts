import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { AppError } from '#shared/errors/index.ts'

/** Most keys of a form body; longer lists need JSON. */
export const FORM_KEYS = 1000
const MAX_DEPTH = 8

/**
 * A form-encoded body as the value its JSON form would have: `a=1&a=2` and `a[]=1` give lists, `a[b]=1` an object,
 * `[0][id]=1` or `0[id]=1` a list at the top. Everything stays text; the schemas turn it into numbers and flags.
 * @throws AppError `invalid` for more keys or list places than FORM_KEYS.
 */
export function parseForm(body: string): unknown {
  try {
    const parsed = qs.parse(body, {
      parameterLimit: FORM_KEYS,
      arrayLimit: FORM_KEYS,
      throwOnLimitExceeded: true,
      depth: MAX_DEPTH,
      plainObjects: true,
    })
    return atTop(parsed)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('invalid', `表单的字段超过 ${FORM_KEYS} 个，请分批提交，或改用 JSON 格式提交`, { cause: error })
  }
}

/** Keys 0, 1, 2 … at the top are a list. */
function atTop(parsed: Record<string, unknown>): unknown {
  const keys = Object.keys(parsed)
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index))
  return isList ? Object.values(parsed) : parsed
}

/** Registers the parser for HTML form bodies. */
export async function readForms(app: FastifyInstance): Promise<void> {
  await app.register(formbody, { parser: (text) => parseForm(text) as Record<string, unknown> })
}
