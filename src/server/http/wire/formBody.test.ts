import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { MAX_FORM_KEYS, parseForm } from './formBody.ts'

describe('a form-encoded body', () => {
  it.each([
    ['a=1&b=%E4%B8%AD+x', { a: '1', b: '中 x' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['siteIds[]=1', { siteIds: ['1'] }],
    ['siteIds[0]=7&siteIds[1]=8', { siteIds: ['7', '8'] }],
    ['[0][id]=5&[1][id]=6', [{ id: '5' }, { id: '6' }]],
    ['0[id]=5', [{ id: '5' }]],
    ['field[name]=x&field[value]=y', { field: { name: 'x', value: 'y' } }],
    ['', {}],
  ])('%s', (body, expected) => {
    expect(parseForm(body)).toEqual(expected)
  })
  it('can not reach a prototype', () => {
    parseForm('__proto__[polluted]=yes&constructor[prototype][polluted]=yes')
    expect('polluted' in {}).toBe(false)
  })
  it.each(['a=1&', 'a[]=1&', '&', '[]=&', 'a[b]=1&'])('refuses more than so many keys at once: %s', (pair) => {
    const refused = (): unknown => parseForm(pair.repeat(MAX_FORM_KEYS + 2))
    expect(refused).toThrow(AppError)
    expect(refused).toThrow('表单的字段超过 1000 个，请分批提交，或改用 JSON 格式提交')
  })
  it('takes as many as that, and lists of them', () => {
    expect(parseForm(Array.from({ length: MAX_FORM_KEYS }, () => 'a=1').join('&'))).toEqual({
      a: Array.from({ length: MAX_FORM_KEYS }, () => '1'),
    })
    expect(() => parseForm('a[999999]=1')).toThrow(AppError)
  })
  it('ends at a sensible depth', () => {
    expect(() => parseForm(`a${'[b]'.repeat(100_000)}=1`)).not.toThrow()
  })
})
