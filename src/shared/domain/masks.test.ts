import { expect, it } from 'vitest'
import { maskEmail, maskPhone } from './masks.ts'

it.each([
  ['13812345678', '138****5678'],
  ['+8613812345678', '+86****5678'],
  ['021-5555', '021****5555'],
  ['10086', '1****'],
  ['', ''],
])('the phone number %s is shown as %s', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown)
})

it.each([
  ['zhang.san@example.com', 'z***@example.com'],
  ['a@b.cn', 'a***@b.cn'],
  ['没有地址', '没***'],
  ['', ''],
])('the address %s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})
