const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]+/gu

/** 字数 as writers of Chinese count: each character and Chinese mark is one, each word of other letters is one. */
export function countWords(text: string): number {
  return [...text.matchAll(WORDS)].length
}
