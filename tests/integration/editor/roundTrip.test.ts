// @vitest-environment jsdom
import { getSchema } from '@tiptap/core'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '#renderer/features/richText/html/convert.ts'
import { serializeHtml } from '#renderer/features/richText/html/output.ts'
import { cleanPasted } from '#renderer/features/richText/paste/clean.ts'
import { schemaExtensions } from '#renderer/features/richText/schema/schema.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'

const schema = getSchema(schemaExtensions())

/** As the browser reads it: how a void element ends and the order of attributes say nothing. */
function canonical(html: string): string {
  const root = document.createElement('template')
  root.innerHTML = html
  for (const each of root.content.querySelectorAll('*')) {
    const attributes = [...each.attributes].toSorted((a, b) => a.name.localeCompare(b.name))
    for (const { name } of attributes) each.removeAttribute(name)
    for (const { name, value } of attributes) each.setAttribute(name, value)
  }
  return root.innerHTML
}

/** The editor's HTML is what the server keeps, and what the editor shows of that is the same again. */
function expectSame(html: string): void {
  const shown = parseHtml(schema, html)
  const sent = serializeHtml(shown)
  const kept = sanitizeHtml(sent)
  expect(canonical(kept)).toBe(canonical(sent))
  expect(serializeHtml(parseHtml(schema, kept))).toBe(serializeHtml(parseHtml(schema, sent)))
  expect(canonical(serializeHtml(parseHtml(schema, kept)))).toBe(canonical(sent))
}

const STYLES = [
  'color: red',
  'color: rgb(192, 0, 0); font-size: 16px',
  'font-family: SimSun, 宋体, serif',
  "font-family: 'Microsoft YaHei'",
  'font-family: "微软雅黑", sans-serif; font-size: 10.5pt',
  'background-color: #ff0; letter-spacing: .5px',
  'text-align: center; text-indent: 2em; line-height: 1.75',
  'border: .5pt solid #000000; padding: 4px 8px',
  'background-image: url("/files/a(1).png")',
  "background-image: url('/files/a.png')",
  'width: calc(100% - 20px)',
  'transform: rotateZ(3deg)',
  'color: RED; COLOR: Blue; margin: 0 auto !important',
  'position: fixed; top: 0',
  'text-decoration: underline',
  'font-weight: 700; font-style: italic',
]
const quote = (value: string): string => value.replaceAll('"', '&quot;')
const style = fc.option(fc.constantFrom(...STYLES), { nil: '' })
const attribute = (said: string): string => (said ? ` style="${quote(said)}"` : '')
const words = fc.constantFrom(
  '海洋',
  '科技周 ',
  ' a  b ',
  '𠮷😀',
  '&lt;b&gt;',
  '&amp;nbsp;',
  '&nbsp;',
  '“”',
  "'",
  'x<br>y',
  '<br>',
  '',
)
const media = fc.constantFrom(
  '<img src="/files/a.png" alt="图" width="300">',
  '<img src="https://example.com/a.png?x=1&amp;y=2" style="border-radius: 8px">',
  '<video src="/files/a.mp4" poster="/files/a.jpg" controls loop></video>',
  '<audio src="/files/a.mp3" controls></audio>',
)

const { block } = fc.letrec<{ inline: string; line: string; block: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    words,
    media,
    fc
      .tuple(
        fc.constantFrom('strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'small', 'mark', 'b', 'i', 'del'),
        tie('inline'),
      )
      .map(([tag, within]) => `<${tag}>${within}</${tag}>`),
    fc.tuple(style, tie('inline'), tie('inline')).map(([said, a, b]) => `<span${attribute(said)}>${a}${b}</span>`),
    tie('inline').map(
      (within) => `<a href="/news/1.html?a=1&amp;b=2" target="_blank" title="&quot;新闻&quot;">${within}</a>`,
    ),
    fc.constant('<font color="red" size="5">字</font>'),
  ),
  line: fc.array(tie('inline'), { maxLength: 4 }).map((parts) => parts.join('')),
  block: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc
      .tuple(fc.constantFrom('p', 'h1', 'h3', 'h6', 'div', 'section', 'figcaption', 'center'), style, tie('line'))
      .map(([tag, said, line]) => `<${tag}${attribute(said)}>${line}</${tag}>`),
    fc
      .tuple(fc.constantFrom('div', 'section', 'blockquote', 'article', 'figure'), style, tie('block'), tie('block'))
      .map(([tag, said, a, b]) => `<${tag}${attribute(said)}>${a}${b}</${tag}>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol', 'ol start="3" type="a"'), tie('line'), tie('block'))
      .map(([list, line, within]) => `<${list}><li>${line}</li><li>${within}</li></${list.split(' ')[0]}>`),
    fc
      .tuple(style, tie('line'), tie('block'), fc.boolean())
      .map(
        ([said, line, within, widths]) =>
          `<table${attribute(said)}>${widths ? '<colgroup><col style="width: 80px"><col style="width: 120px"></colgroup>' : ''}` +
          `<thead><tr><th colspan="2">${line}</th></tr></thead><tbody><tr><td rowspan="2"${attribute(said)}>${within}</td><td>${line}</td></tr><tr><td>${line}</td></tr></tbody></table>`,
      ),
    fc.constantFrom(
      '<hr>',
      '<pre><code>if (a &lt; b) {\n\n  c()\n}</code></pre>',
      '<pre>\n\n一\n</pre>',
      '<dl><dt>名</dt><dd>释</dd></dl>',
      '裸字',
    ),
    tie('line'),
  ),
}))

describe('rich text from the editor to the server and back', () => {
  it('is the same, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), (blocks) => expectSame(blocks.join(''))),
      { numRuns: 60 },
    )
  }, 120_000)

  it.each(['word', 'wechat', 'xiumi', 'excel', 'wps'])('is the same when it was pasted from %s', (name) => {
    const html = readFileSync(join(import.meta.dirname, `../../fixtures/html/${name}.html`), 'utf8')
    expectSame(
      cleanPasted(html, { local: () => [], send: (files) => files.map(() => 0), sendWeb: (all) => all.map(() => 0) })
        .html,
    )
  })
})
