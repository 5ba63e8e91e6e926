import { describe, expect, it } from 'vitest'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { asAppError } from './answer.ts'

const coded = (fields: object, message = 'select * from secret') => Object.assign(new Error(message), fields)

describe('what the caller is told of anything thrown', () => {
  it('leaves an error with a message for people as it is', () => {
    const error = new AppError('conflict', '名称已存在')
    expect(asAppError(error)).toBe(error)
  })
  it.each([
    ['a full disk under a file', coded({ code: 'ENOSPC' }), 'no-space'],
    ['a full disk under the embedded database', coded({ code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'no-space'],
    ['a full disk under PostgreSQL', coded({ code: '53100' }), 'no-space'],
    ['a PostgreSQL that refuses', coded({ code: 'ECONNREFUSED' }), 'unavailable'],
    ['a PostgreSQL that shuts down', coded({ code: '57P01' }), 'unavailable'],
    ['a connection that was cut', coded({}, 'Connection terminated unexpectedly'), 'unavailable'],
    ['a body that is too large', coded({ statusCode: 413 }), 'too-large'],
    ['a number beyond what PostgreSQL keeps', coded({ code: '22003' }), 'not-found'],
    ['a transaction that PostgreSQL gave up for another', coded({ code: '40P01' }), 'conflict'],
    ['another media type', coded({ statusCode: 415 }), 'unsupported'],
    ['another fault of the request', coded({ statusCode: 400 }), 'invalid'],
    ['a broken constraint', coded({ code: '23505' }), 'internal'],
    ['no error at all', 'text', 'internal'],
  ])('%s', (_what, thrown, code) => {
    const error = asAppError(thrown)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(/\p{Script=Han}/u)
    expect(error.message).not.toContain('select')
  })
  it('says of what is unexpected only that it is', () => {
    expect(asAppError(new TypeError('x is undefined')).message).toBe(UNEXPECTED_MESSAGE)
  })
})
