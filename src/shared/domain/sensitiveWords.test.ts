import { describe, expect, it } from 'vitest'
import { growth } from '#tests/setup/cpuTime.ts'
import { extractPlainText, extractReadableTexts } from './plainText.ts'
import { findWordsInHtml, looksLikeHtml, replaceWordInHtml, replaceWordInText, WordFinder } from './sensitiveWords.ts'

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
    // What hides a word.
    [['敏感词'], '敏\u200b感\u00ad词', ['敏\u200b感\u00ad词']],
    [['敏感词'], '这敏 感　词', ['敏 感　词']],
    [['敏感词'], '敏.感·词，敏*感-词', ['敏.感·词', '敏*感-词']],
    [['敏感词'], '敏\n感\n  词', ['敏\n感\n  词']],
    [['敏感词'], '敏\ufe0f感\u0336词', ['敏\ufe0f感\u0336词']],
    [['spam'], 'ｓＰaｍ ⓢⓟⓐⓜ', ['ｓＰaｍ', 'ⓢⓟⓐⓜ']],
    [['spam'], 's.p.a.m s p a m', ['s.p.a.m', 's p a m']],
    [['spam'], '𝐬𝐩𝐚𝐦 spám', ['𝐬𝐩𝐚𝐦', 'spám']],
    [['ＱＱ群'], 'qq 群', ['qq 群']],
    [['加 微信'], '加微信', ['加微信']],
    // And what does not: the ends of other words, sentences, and much room.
    [['spam', 'sex'], 'has pam; class exam; s-pam', []],
    [['敏感词'], '敏。感词，敏，感词', []],
    [['敏感词'], `敏${'- '.repeat(9)}感词`, []],
    [['two words'], 'twowords', []],
    [['***', '😀'], '好***和😀', ['***', '😀']],
    [['A&B'], 'a&amp;b a & b', ['a & b']],
  ])('%o in %o', (words, text, places) => {
    expect(found(words, text)).toEqual(places)
  })
  it('needs linear time in the text, and hardly more for four times the words', () => {
    const word = (i: number): string => `${String.fromCharCode(0x4e00 + (i % 5000))}词${i}`
    const finderOf = (words: number) => new WordFinder(Array.from({ length: words }, (_, i) => rule(word(i))))
    const textOf = (length: number): string =>
      Array.from({ length }, (_, i) => String.fromCharCode(0x4e00 + ((i * 31) % 5000))).join('') + word(9999)
    const [few, text] = [finderOf(10_000), textOf(400_000)]
    expect(growth(400_000, (length) => expect(few.find(text.slice(-length))).toHaveLength(1))).toBeLessThan(1.6)
    const finders = new Map([10_000, 40_000].map((words) => [words, finderOf(words)]))
    expect(growth(40_000, (words) => expect(finders.get(words)?.find(text)).toHaveLength(1))).toBeLessThan(0.8)
  })
})

describe('what is hidden in HTML', () => {
  const shown = (html: string): string[] =>
    extractReadableTexts(html).flatMap((plain) =>
      findWordsInHtml(new WordFinder([rule('敏感词')]), plain).map(({ start, end }) =>
        html.slice(plain.starts[start], plain.ends[end - 1]),
      ),
    )
  it.each([
    ['<p>敏<br>感<br/>\n词</p>', ['敏<br>感<br/>\n词']],
    ['<p>敏<b>&#8203;感</b>&zwj;词</p>', ['敏<b>&#8203;感</b>&zwj;词']],
    ['<img alt="一个敏&#24863;词" src="/敏感词">', ['敏&#24863;词']],
    ["<a title='敏 感&amp;敏.感.词' href=x>敏感词</a>", ['敏感词', '敏.感.词']],
    ['<img alt=敏感词><img title="&#25935;&#24863;&#35789;">', ['敏感词', '&#25935;&#24863;&#35789;']],
    ['<p>敏</p><p>感词</p>', []],
    ['<td>敏感</td><td>词</td>', []],
    ['<p data-alt="敏感词" class="敏感词">好</p>', []],
    ['<img alt="敏">感词', []],
  ])('stands in %s at %o', (html, places) => {
    expect(shown(html)).toEqual(places)
  })
  it('needs linear time in the text, however words are disguised', () => {
    const finder = new WordFinder([rule('敏感词'), rule('敏感词语'), rule('spam')])
    for (const piece of ['敏\u200b', '敏 感 ', '敏. ', 's p a ', '\u200b', ' ', '敏感', '\u0301', '敏感词', '.', '𝐬'])
      expect(
        growth(600_000 / piece.length, (times) => void finder.find(piece.repeat(times))),
        piece,
      ).toBeLessThan(1.6)
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
    expect(extractPlainText(html).text.trimEnd()).toBe(text.trimEnd())
  })
  it('maps each character to its range', () => {
    const html = '<i>a</i>&amp;<b>c</b>'
    const { text, starts, ends } = extractPlainText(html)
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
    ['<a title="坏词" href="/坏词">坏词</a>', '坏词', '', '<a title="" href="/坏词"></a>'],
    ['<img alt="一坏&#35789;" title=坏.词>', '坏词', '"好"', '<img alt="一&quot;好&quot;" title=&quot;好&quot;>'],
    ['<p>坏&#8203;<br>词，坏·词</p>', '坏词', '好', '<p>好，好</p>'],
    ['<p>BAD &amp; bad</p>', 'bad', 'a<b', '<p>a&lt;b &amp; a&lt;b</p>'],
    ['A&amp;B公司', 'a&b', '某', '某公司'],
    ['&#x20000;坏', '\u{20000}坏', '好', '好'],
    ['<p>坏</p><p>词</p>', '坏词', '好', '<p>坏</p><p>词</p>'],
    ['<!--坏词--><script>坏词</script>', '坏词', '好', '<!--坏词--><script>坏词</script>'],
    ['坏<i></i>词<u>坏</u><s>词</s>', '坏词', '好', '好<i></i><u>好</u><s></s>'],
  ])('in %o, %o by %o', (html, word, by, result) => {
    expect(replaceWordInHtml(html, word, by)).toBe(result)
  })
  it('in a plain text leaves what looks like a tag', () => {
    expect(replaceWordInText('a<b>坏词</b> &amp; 坏词', '坏词', '<好>')).toBe('a<b><好></b> &amp; <好>')
  })
})
