/** Characters that count one each: Han, kana, and Chinese punctuation, which spreads over several Unicode blocks. */
const SINGLE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\uff01-\uffef\u2014\u2026\u201c\u201d`
const WORDS = new RegExp(String.raw`[${SINGLE}]|[^\s${SINGLE}]+`, 'gu')

/**
 * 字数 as Chinese writers count: each Chinese character and punctuation mark is one, each word in other letters is one.
 */
export const countWords = (text: string): number => [...text.matchAll(WORDS)].length
