import { expect, it } from 'vitest'
import { isCommonPassword, passwordProblem } from './passwordStrength.ts'

const NONE = { minLength: 0, minClasses: 0, refuseCommon: false }

it('demands nothing as long as no rule does', () => {
  expect(passwordProblem(NONE, '1', 'admin')).toBeNull()
})
it.each([
  ['Ab1!', { minLength: 5 }, '密码不能少于 5 个字符，请换一个更长的密码'],
  ['密码密码密', { minLength: 5 }, null],
  ['abcdefgh1', { minClasses: 3 }, '密码要包含大写字母、小写字母、数字、符号中的至少 3 种'],
  ['Abcdefgh1', { minClasses: 3 }, null],
  ['Abcdefgh1', { minClasses: 4 }, '密码要同时包含大写字母、小写字母、数字和符号'],
  ['Abcdefgh 1', { minClasses: 4 }, null],
  ['P@ssw0rd2024', { refuseCommon: true }, '密码太常见或包含账号名，容易被猜到，请换一个密码'],
])('of %s says, with %j: %s', (password, rules, said) => {
  expect(passwordProblem({ ...NONE, ...rules }, password, 'lina')).toBe(said)
})
it.each([
  '12345678',
  'Admin@123',
  'qwertyuiop',
  '1qaz2wsx',
  'aaaaaaaa',
  'abababab',
  'xLinax-88',
  'Welcome2024!',
  '19880101',
  'woaini1314',
])('%s is common', (password) => {
  expect(isCommonPassword(password, 'lina')).toBe(true)
})
it.each(['correct horse', 'Xk7-pale-Moon', '红豆生南国春来', 'tr4mbahn-Ost'])('%s is not', (password) => {
  expect(isCommonPassword(password, 'lina')).toBe(false)
})
