import { Parser } from 'htmlparser2'

const BLOCKS = new Set([
  'p',
  'div',
  'br',
  'tr',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'ul',
  'ol',
  'blockquote',
])

/** The words of cleaned HTML, for programs that show no HTML: a line per paragraph, links with their addresses. */
export function plainText(html: string): string {
  let text = ''
  const links: string[] = []
  const parser = new Parser({
    onopentag(name, { href = '' }) {
      if (name === 'a') links.push(/^https?:/.test(href) ? href : '')
      if (BLOCKS.has(name)) text += '\n'
    },
    ontext(words) {
      text += words.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      const href = name === 'a' ? (links.pop() ?? '') : ''
      if (href && !text.endsWith(href)) text += `（${href}）`
      if (BLOCKS.has(name)) text += '\n'
    },
  })
  parser.write(html)
  parser.end()
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
