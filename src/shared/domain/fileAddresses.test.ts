import { expect, it } from 'vitest'
import { fileAddressesIn } from './fileAddresses.ts'

const found = (...texts: string[]): string[] => [...fileAddressesIn(texts)]
const A = '/files/2026/11/0123456789abcdef.png'

it('finds addresses of uploads in plain texts, JSON, HTML and styles', () => {
  expect(found(A)).toEqual([A])
  expect(found(JSON.stringify([{ sort: 1, src: A, title: '图' }]))).toEqual([A])
  expect(found(`<p style="background: url('${A}')"><img src="https://cms.example.com${A}?v=1"></p>`)).toEqual([A])
  expect(found(`见 ${A}。也见${A}.`, `url(${A})`)).toEqual([A])
})

it('finds several, and nothing in texts without any', () => {
  const other = '/files/2026/12/b.tar.gz'
  expect(found(`${A} ${other}`, other)).toEqual([A, other])
  expect(found('', '/file/a.png', 'files/a.png', '/files/', '<p>/ files /</p>')).toEqual([])
})
