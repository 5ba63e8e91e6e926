import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, requireSimpleJson } from './jsonBody.ts'

describe('a JSON body', () => {
  it.each([
    '{}',
    '"',
    '["\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]',
    JSON.stringify({ html: '[{"\\,'.repeat(100_000) }),
    `${'['.repeat(MAX_JSON_DEPTH)}${']'.repeat(MAX_JSON_DEPTH)}`,
    JSON.stringify(Array.from({ length: MAX_JSON_VALUES - 1 }, () => 1)),
  ])('passes, whatever its texts hold (%#)', (json) => {
    expect(() => requireSimpleJson(json)).not.toThrow()
  })
  it.each([
    '['.repeat(MAX_JSON_DEPTH + 1),
    '{"a":'.repeat(MAX_JSON_DEPTH + 1),
    `["\\\\",${'['.repeat(MAX_JSON_DEPTH)}`,
    '[],'.repeat(MAX_JSON_VALUES),
    '{"":0,'.repeat(MAX_JSON_VALUES),
  ])('is refused when it is deep or of many parts (%#)', (json) => {
    expect(() => requireSimpleJson(json)).toThrow(AppError)
  })
})
