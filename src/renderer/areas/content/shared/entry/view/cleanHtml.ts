import createDOMPurify from 'dompurify'
import { cleanAttributes, HTML_TAGS } from '#shared/domain/htmlRules.ts'

/** Its own: what is hooked to it concerns nobody else. */
const purify = createDOMPurify(window)

/** The page loads no files by itself; they come through the host, by this. */
export const SOURCE = 'data-src'

purify.addHook('afterSanitizeAttributes', (node) => {
  const tag = node.tagName.toLowerCase()
  const given = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]))
  const clean = cleanAttributes(tag, given)
  for (const name of node.getAttributeNames()) if (!Object.hasOwn(clean, name)) node.removeAttribute(name)
  for (const [name, value] of Object.entries(clean)) node.setAttribute(name, value)
  const src = node.getAttribute('src')
  if (src !== null) {
    node.removeAttribute('src')
    node.setAttribute(SOURCE, src)
  }
  node.removeAttribute('poster')
  if (tag === 'a' && node.hasAttribute('href')) {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
})

/** Rich text as it may stand in the page, whatever the connected server answered: nothing of it runs or loads. */
export const cleanHtml = (html: string): DocumentFragment =>
  purify.sanitize(html, { ALLOWED_TAGS: [...HTML_TAGS], RETURN_DOM_FRAGMENT: true })
