import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { AppError } from '#shared/errors/index.ts'

/** Maximum number of keys of a form body; longer lists need JSON. */
export const MAX_FORM_KEYS = 1000
const MAX_DEPTH = 8

/**
 * Parses a form-encoded body to the value of the equivalent JSON: `a=1&a=2` and `a[]=1` are lists, `a[b]=1` an object,
 * `[0][id]=1` or `0[id]=1` a list at the top level. All values stay texts; the schemas convert them.
 * @throws AppError `invalid` for more keys or list items than MAX_FORM_KEYS
 */
export function parseForm(body: string): unknown {
  try {
    const parsed = qs.parse(body, {
      parameterLimit: MAX_FORM_KEYS,
      arrayLimit: MAX_FORM_KEYS,
      throwOnLimitExceeded: true,
      depth: MAX_DEPTH,
      plainObjects: true,
    })
    return toTopLevelList(parsed)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('invalid', `表单的字段超过 ${MAX_FORM_KEYS} 个，请分批提交，或改用 JSON 格式提交`, {
      cause: error,
    })
  }
}

/** Turns an object with the keys 0, 1, 2 … into a list. */
function toTopLevelList(parsed: Record<string, unknown>): unknown {
  const keys = Object.keys(parsed)
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index))
  return isList ? Object.values(parsed) : parsed
}

/** Registers the parser for HTML form bodies. */
export async function registerFormParser(app: FastifyInstance): Promise<void> {
  await app.register(formbody, { parser: (text) => parseForm(text) as Record<string, unknown> })
}
