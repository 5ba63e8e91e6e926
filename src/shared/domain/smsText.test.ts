import { expect, it } from 'vitest'
import { countSmsSegments, smsText, smsValue, smsVariables } from './smsText.ts'

it.each([
  [0, 0],
  [1, 1],
  [70, 1],
  [71, 2],
  [134, 2],
  [135, 3],
])('%i characters are %i messages', (length, count) => {
  expect(countSmsSegments('字'.repeat(length))).toBe(count)
})

it.each([
  ['您好${name}，验证码${code}，${name}', ['name', 'code']],
  ['{2} 和 {1} 和 {10}', ['1', '2', '10']],
  ['没有', []],
])('%s has the variables %j', (content, names) => {
  expect(smsVariables(content)).toEqual(names)
})

it('is read with the signature and each recipient’s values', () => {
  const value = smsValue('{姓名}，{姓名}', '王伟')
  expect([value, smsValue('{姓名}', '')]).toEqual(['王伟，王伟', '您'])
  expect(smsText('${ name }好，${code}{1}', '站匠', { name: value, 1: '一' })).toBe('【站匠】王伟，王伟好，一')
  expect(smsText('好', '', {})).toBe('好')
})
