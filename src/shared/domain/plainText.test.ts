import { expect, it } from 'vitest'
import { extractPlainText, extractReadableTexts } from './plainText.ts'

it.each([
  ['<p>一</p><p>二</p>', '一\n二\n'],
  ['一<br>二<br><br>三', '一\n二\n三'],
  ['<br>一<br/>', '一\n'],
  ['<p>敏<b>感</b>词&amp;&lt;</p>', '敏感词&<\n'],
  ['<ul><li>一</li><li>二</li></ul>三', '一\n二\n三'],
  ['a<script>b</script><style>c</style>d<!-- e --><template><i>f</i></template>g', 'a\nd\ng'],
  ['<head><title>t</title></head>', ''],
  ['', ''],
])('%j reads as %j', (html, text) => {
  expect(extractPlainText(html).text).toBe(text)
})

it('maps each character to its range in the HTML', () => {
  const html = 'a<b>&amp;</b><p>c</p>d<br>e'
  const { text, starts, ends } = extractPlainText(html)
  expect(text).toBe('a&\nc\nd\ne')
  expect([...starts]).toEqual([0, 4, -1, 16, -1, 21, 22, 26])
  expect([...ends]).toEqual([1, 9, -1, 17, -1, 22, 26, 27])
})

it('adds what is read of pictures and links, attribute by attribute', () => {
  const html = `<img alt="船&amp;队" src="alt.png"><a TITLE='x' href="#">y</a><i alt="">z</i>`
  expect(extractReadableTexts(html).map(({ text }) => text)).toEqual(['yz', '船&队', 'x'])
  const [, alt] = extractReadableTexts(html)
  expect([...(alt?.starts ?? [])].map((start, at) => html.slice(start, alt?.ends[at]))).toEqual(['船', '&amp;', '队'])
  expect(extractReadableTexts('<p>alt</p>')).toHaveLength(1)
})
