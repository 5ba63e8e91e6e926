import { expect, it } from 'vitest'
import { frontAddress, hasFrontLink } from './columnAddress.ts'

it('is linked for columns without a mark that have a list page', () => {
  expect(hasFrontLink({ identifies: '', listPageUrl: '/news/index.html' })).toBe(true)
  expect(hasFrontLink({ identifies: 'banner', listPageUrl: '/news/index.html' })).toBe(false)
  expect(hasFrontLink({ identifies: '', listPageUrl: '' })).toBe(false)
})

it.each([
  ['www.group.example', '/news/index.html', 'https://www.group.example/news/index.html'],
  [' , www.a.example, www.b.example', 'news/', 'https://www.a.example/news/'],
  ['http://old.example/', '/news/', 'http://old.example/news/'],
  ['www.group.example', 'https://other.example/x', 'https://other.example/x'],
  ['', '/news/', null],
  ['not a host', '/news/', null],
])('stands on the first domain of the site: %s + %s', (domains, page, address) => {
  expect(frontAddress(domains, page)).toBe(address)
})
