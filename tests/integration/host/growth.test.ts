import { describe, expect, it } from 'vitest'
import { checkFile } from '#engine/index.ts'
import { guardLinks } from '#engine/links.ts'
import { prefixAddresses } from '#engine/prefixAddresses.ts'
import { addTemplateLines } from '#engine/siteLiquid.ts'
import { parseCertificates } from '#services/network/trust.ts'
import { addPreviewClient } from '#services/preview/overlay.ts'
import { growth } from '#tests/setup/cpuTime.ts'

/** What begins tags, comments, scripts, outputs and addresses that never end, and what is found very often. */
const PIECES = [
  '字',
  ' ',
  '\n',
  '<',
  '"',
  '<!--',
  '<!doctype',
  '<a href="',
  '<a href=',
  '<a"',
  '<b x="',
  '<p title=',
  ' src = ',

  '<script ',
  '<script>',
  '<script src',
  '<style',
  '<svg',
  '<textarea',
  '<title',
  '</body',
  '</body>',
  '<b>',
  '</i>',
  '{',
  '{{',
  '{%',
  '{% if',
  '{%-',
  '{{ a',
  "{{ '",
  '{% include "',
  '{% if a %}{% else %}{% endif %}',
  'url(',
  '{% if a %}{% else %}',
  '{{ href="}} ',
  '<a "\'<b \'"',
  '-----BEGIN CERTIFICATE-----',
]
const LENGTH = 100_000

const site = { columns: [], pages: new Set<string>() }
const check = (path: string, text: string) => checkFile(path, { text, size: text.length }, new Map(), site)
const problem = null
const READERS: Record<string, (text: string) => unknown> = {
  'the check of a page': (text) => check('index.html', text),
  'the check of open elements before ends of others': (text) => check('index.html', `${'<b>'.repeat(20_000)}${text}`),
  'the check of a style': (text) => check('a.css', text),
  'the places of elements in the live preview': (text) => addTemplateLines(text, 'index.html'),
  'a previewed page': (text) => addPreviewClient(prefixAddresses(text, '/w1'), { prefix: '/w1', version: 1, problem }),
  'addresses of a template': guardLinks,
  'certificates of the company': parseCertificates,
}

describe.each(Object.entries(READERS))('%s', (_name, read) => {
  it.each(PIECES)('takes as long as there is more of %j', (piece) => {
    const work = (size: number): void => void read(piece.repeat(Math.floor(size / piece.length)))
    expect(growth(LENGTH, work)).toBeLessThan(1.6)
  })
})
