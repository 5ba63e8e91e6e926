import { expect, it } from 'vitest'
import { FILE_PARAM, fileHref, parseFileLink } from './fileLink.ts'

it('a link leads to a file of a template, and to a line of it', () => {
  const read = (href: string) => parseFileLink(new URL(href, 'http://x').searchParams.get(FILE_PARAM) ?? '')
  expect(read(fileHref('corporate/parts/页脚 1.html', 12))).toEqual({ path: 'corporate/parts/页脚 1.html', line: 12 })
  expect(read(fileHref('corporate/index.html'))).toEqual({ path: 'corporate/index.html', line: 0 })
})
