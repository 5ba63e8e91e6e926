import { expect, it } from 'vitest'
import { isAddressAllowed, PRIVATE_ADDRESS, createPublicLookup } from './publicAddresses.ts'

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '169.254.169.254',
  '::',
  '::1',
  // Ends that resolvers write as IPv4: compatible, mapped, translated (RFC 2765, 6052, 8215).
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b:1::10.0.0.1',
  '2002:7f00:1::',
  'fe80::1%eth0',
  'fec0::1',
  // None at all.
  '127.1',
  '2130706433',
  'localhost',
  '',
])('nobody makes the server ask %s', async (address) => {
  expect(isAddressAllowed(address)).toBe(false)
  const refused = await new Promise((resolve) => {
    const lookup = createPublicLookup([], (_host, _options, answer) => answer(null, [{ address, family: 6 }]))
    lookup('name.example', { all: true }, resolve)
  })
  expect(refused).toMatchObject({ code: PRIVATE_ADDRESS })
})

it('others are asked, and own networks where the operator has allowed them', () => {
  for (const address of ['203.0.113.9', '2606:4700::1111', '::ffff:203.0.113.9'])
    expect(isAddressAllowed(address)).toBe(true)
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::ffff:a01:203'])
    expect(isAddressAllowed(address, ['10.0.0.0/8'])).toBe(true)
  expect(isAddressAllowed('127.0.0.1', ['10.0.0.0/8'])).toBe(false)
})
