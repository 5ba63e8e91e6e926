/** Does it lie on another website? */
export const isForeign = (address: string): boolean => /^\s*(?:[a-z][a-z\d+.-]*:)?\/\//i.test(address)

/**
 * Words in the place of what a preview does not load (the page's policy).
 * @param what 图片, 视频 or 音频.
 * @param address escaped for HTML.
 */
export const foreign = (what: string, address: string): string =>
  `<span class="elsewhere"><b>其他网站的${what}，预览中不加载</b><i>${address}</i></span>`

const SOURCE = /\ssrc="([^"]*)"/

/**
 * Clean rich text (sanitizeHtml: elements have their ends, signs in attributes are entities) with words in the place of
 * the pictures and films of other websites.
 */
export const withoutForeign = (html: string): string =>
  html
    .replace(/<img\b[^>]*>/g, (whole) => orWords('图片', whole))
    .replace(/<video\b[\s\S]*?<\/video>/g, (whole) => orWords('视频', whole))
    .replace(/<audio\b[\s\S]*?<\/audio>/g, (whole) => orWords('音频', whole))

/** A film may name its address in a `source`. */
function orWords(what: string, element: string): string {
  const address = SOURCE.exec(element)?.[1] ?? ''
  return isForeign(address) ? foreign(what, address) : element
}
