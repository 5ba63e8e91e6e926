import { describe, expect, it } from 'vitest'
import { cpuMs } from '#tests/setup/cpuTime.ts'
import { looksLikeHtml, replaceWord, replaceWordInText, WordFinder } from './sensitiveWords.ts'
import { plainTextOf } from './plainText.ts'

const rule = (sensitiveWord: string, propWord = '') => ({ sensitiveWord, propWord })
const found = (words: string[], text: string): string[] =>
  new WordFinder(words.map((word) => rule(word))).find(text).map(({ start, end }) => text.slice(start, end))

describe('finding words', () => {
  it.each([
    [['坏词'], '这是坏词，还有坏词。', ['坏词', '坏词']],
    [['坏'], '好', []],
    [['Spam'], 'SPAM spam sPaM', ['SPAM', 'spam', 'sPaM']],
    // The longest of those that begin at one place.
    [['法', '法门寺', '法门'], '法门寺里学法', ['法门寺', '法']],
    // What a longer word began and did not end still counts.
    [['法门寺', '法'], '法门', ['法']],
    [['aa'], 'aaaaa', ['aa', 'aa']],
    // Beyond the first plane of Unicode.
    [['𠮷野'], '去𠮷野家', ['𠮷野']],
    [['😀'], '好😀', ['😀']],
    // Letters whose small form is longer stay themselves, so places don't move.
    [['坏'], 'İ坏', ['坏']],
    [['two words'], 'two\u00a0words', ['two\u00a0words']],
    [[''], '任何', []],
  ])('%o in %o', (words, text, places) => {
    expect(found(words, text)).toEqual(places)
  })
  it('takes a moment for 10,000 words in 100,000 characters', () => {
    const word = (i: number): string => `${String.fromCharCode(0x4e00 + (i % 5000))}词${i}`
    const finder = new WordFinder(Array.from({ length: 10_000 }, (_, i) => rule(word(i))))
    const text = Array.from({ length: 100_000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 31) % 5000))).join('')
    const long = `${text}${word(9999)}`
    const took = Array.from({ length: 5 }, () => {
      const before = cpuMs()
      expect(finder.find(long)).toHaveLength(1)
      return cpuMs() - before
    })
    expect(Math.min(...took)).toBeLessThan(100)
  })
})

describe('the text of HTML', () => {
  it.each([
    ['<p>敏<b>感</b>词</p>', '敏感词'],
    ['<p>敏</p><p>感词</p>', '敏\n感词'],
    ['敏<br>感', '敏\n感'],
    ['敏<!-- 感 -->词', '敏词'],
    ['a &lt;b&gt; &amp;&nbsp;c', 'a <b> &\u00a0c'],
    ['<script>var 坏词</script><style>坏词{}</style>好', '好'],
    ['1 < 2 坏词', '1 < 2 坏词'],
    ['<p title="坏词">好', '好'],
    ['<td>甲</td><td>乙</td>', '甲\n乙'],
    ['&#x20000;', '\u{20000}'],
    ['没有关上的 <b', '没有关上的 '],
    ['', ''],
  ])('of %o is %o', (html, text) => {
    expect(plainTextOf(html).text.trimEnd()).toBe(text.trimEnd())
  })
  it('knows where each character stands', () => {
    const html = '<i>a</i>&amp;<b>c</b>'
    const { text, starts, ends } = plainTextOf(html)
    expect([...text].map((_, i) => html.slice(starts[i], ends[i]))).toEqual(['a', '&amp;', 'c'])
  })
  it.each([
    ['<p>x</p>', true],
    ['a &nbsp; b', true],
    ['a < b and c > d', false],
    ['价格<100', false],
    ['A&B', false],
  ])('is looked for in %o: %o', (text, html) => {
    expect(looksLikeHtml(text)).toBe(html)
  })
})

describe('replacing a word', () => {
  it.each([
    ['<p>坏词和<b>坏</b>词</p>', '坏词', '好词', '<p>好词和<b>好词</b></p>'],
    ['<a title="坏词" href="/坏词">坏词</a>', '坏词', '', '<a title="坏词" href="/坏词"></a>'],
    ['<p>BAD &amp; bad</p>', 'bad', 'a<b', '<p>a&lt;b &amp; a&lt;b</p>'],
    ['A&amp;B公司', 'a&b', '某', '某公司'],
    ['&#x20000;坏', '\u{20000}坏', '好', '好'],
    ['<p>坏</p><p>词</p>', '坏词', '好', '<p>坏</p><p>词</p>'],
    ['<!--坏词--><script>坏词</script>', '坏词', '好', '<!--坏词--><script>坏词</script>'],
    ['坏<i></i>词<u>坏</u><s>词</s>', '坏词', '好', '好<i></i><u>好</u><s></s>'],
  ])('in %o, %o by %o', (html, word, by, result) => {
    expect(replaceWord(html, word, by)).toBe(result)
  })
  it('in a plain text leaves what looks like a tag', () => {
    expect(replaceWordInText('a<b>坏词</b> &amp; 坏词', '坏词', '<好>')).toBe('a<b><好></b> &amp; <好>')
  })
})
