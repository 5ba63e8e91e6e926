import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors/index.ts'

/** Maximum depth of nesting; deeper than any input of the contract. */
export const MAX_JSON_DEPTH = 32
/** Maximum number of values; more than the longest list of the contract has. */
export const MAX_JSON_VALUES = 200_000

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const OPEN: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSE: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Index of the closing quote of the string that begins at `at`, or the end of the body. */
function endOfText(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slash = end - 1
    while (json.charCodeAt(slash) === BACKSLASH) slash -= 1
    if ((end - slash) % 2 === 1) return end
  }
  return json.length
}

/**
 * Scans brackets and commas before parsing, because parsing millions of values would block the server for seconds.
 * Malformed JSON passes and is refused by the parser.
 * @throws AppError `invalid` for JSON that is nested too deep, `too-large` for too many values
 */
export function requireSimpleJson(json: string): void {
  let [depth, values] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at)
    if (sign === QUOTE) {
      at = endOfText(json, at)
      continue
    }
    if (sign === COMMA || sign === COLON || OPEN.has(sign)) values += 1
    if (values > MAX_JSON_VALUES) throw new AppError('too-large', `提交的内容超过 ${MAX_JSON_VALUES} 项，请分批提交`)
    if (OPEN.has(sign)) depth += 1
    else if (CLOSE.has(sign)) depth -= 1
    if (depth > MAX_JSON_DEPTH)
      throw new AppError('invalid', `提交的 JSON 嵌套超过 ${MAX_JSON_DEPTH} 层，请检查提交的内容后重试`)
  }
}

/** Registers the JSON parser; an empty body is an empty object. */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body.toString()
    if (json.length < 1000 && json.trim() === '') return done(null, {})
    try {
      requireSimpleJson(json)
    } catch (error) {
      return done(error as AppError)
    }
    void parse(request, json, done)
  })
}
