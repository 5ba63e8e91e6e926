import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPlainlyClean } from './alreadyClean.ts'
import { sanitizeHtml } from './sanitize.ts'

it('sees that texts of the editor are clean', () => {
  for (const html of [
    '',
    '正文',
    '<p>一 &amp; 二 "三"</p>\n<p style="text-align: center"><strong>粗</strong><br /><a href="/c1/">更多</a></p>',
    '<ul><li><p>一</p></li><li>二</li></ul><blockquote><p>引</p></blockquote><hr />',
    '<table><tbody><tr><td colspan="2">格</td></tr></tbody></table><p><img src="/files/a.png" alt="图" /></p>',
  ])
    expect([html, isPlainlyClean(html), sanitizeHtml(html)]).toEqual([html, true, html])
})

it('calls nothing clean that cleaning would change', () => {
  const tags =
    'p a strong em span ul ol li table thead tbody tr td th div h2 pre br hr img script style b font iframe code section q rt'
  const tag = fc.constantFrom(...tags.split(' '))
  const attribute = fc.constantFrom(
    '',
    ' href="/a"',
    ' href="javascript:x"',
    ' src="/a.png"',
    ' src="data:x"',
    ' onclick="x"',
    ' alt=""',
    ' style="color: red"',
    ' style="position: fixed"',
    ' class="a b"',
    ' title=" x "',
    ' href=""',
    ' HREF="/a"',
    ' src="/a.png" src="/b.png"',
    ' colspan="2"',
    ' colspan="0"',
    ' width="10"',
    ' target="_blank"',
    ' id="x"',
  )
  const text = fc.constantFrom(
    '字',
    ' ',
    '\n',
    '&amp;',
    '&lt;',
    '&nbsp;',
    '&',
    '<',
    '>',
    '"',
    "'",
    '\r\n',
    '\0',
    '<!-- -->',
    '\u{1F600}',
  )
  const piece: fc.Arbitrary<string> = fc.letrec<{ node: string; nodes: string }>((tie) => ({
    nodes: fc.array(tie('node'), { maxLength: 4 }).map((all) => all.join('')),
    node: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.tuple(tag, attribute, tie('nodes')).map(([name, given, inside]) => `<${name}${given}>${inside}</${name}>`),
      fc.tuple(tag, attribute).map(([name, given]) => `<${name}${given} />`),
      fc.tuple(tag, attribute).map(([name, given]) => `<${name}${given}>`),
    ),
  })).nodes
  let clean = 0
  fc.assert(
    fc.property(piece, (html) => {
      if (!isPlainlyClean(html)) return
      clean += 1
      expect(sanitizeHtml(html)).toBe(html)
    }),
    { numRuns: 20_000 },
  )
  expect(clean).toBeGreaterThan(500)
}, 120_000)
