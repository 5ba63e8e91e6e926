import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { JSON_DEPTH, JSON_VALUES, requireSimpleJson } from './jsonBody.ts'

describe('a JSON body', () => {
  it.each([
    '{}',
    '"',
    '["\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]',
    JSON.stringify({ html: '[{"\\,'.repeat(100_000) }),
    `${'['.repeat(JSON_DEPTH)}${']'.repeat(JSON_DEPTH)}`,
    JSON.stringify(Array.from({ length: JSON_VALUES - 1 }, () => 1)),
  ])('passes, whatever its texts hold (%#)', (json) => {
    expect(() => requireSimpleJson(json)).not.toThrow()
  })
  it.each([
    '['.repeat(JSON_DEPTH + 1),
    '{"a":'.repeat(JSON_DEPTH + 1),
    `["\\\\",${'['.repeat(JSON_DEPTH)}`,
    '[],'.repeat(JSON_VALUES),
    '{"":0,'.repeat(JSON_VALUES),
  ])('is refused when it is deep or of many parts (%#)', (json) => {
    expect(() => requireSimpleJson(json)).toThrow(AppError)
  })
})
