import { makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import createDOMPurify from 'dompurify'
import { call } from '#renderer/data/client.ts'
import { CONTENT_BASE, CONTENT_BLOCK } from '#shared/domain/contentLook.ts'
import { cleanAttributes, HTML_TAGS } from '#shared/domain/htmlRules.ts'
import { CONTENT_RULES } from '#renderer/features/richText/contentRules.ts'
import { isWeb, nameOf } from '#renderer/features/media/picker/items.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const useStyles = makeStyles({
  // Content has colours of its own, so its background is white in the dark theme too.
  root: {
    backgroundColor: PAPER.white,
    color: '#1f1f1f',
    colorScheme: 'light',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderRadius: tokens.borderRadiusMedium,
    overflowX: 'auto',
    ...CONTENT_BASE,
    ...CONTENT_RULES,
    '& > *': CONTENT_BLOCK,
    // Keeps content with positioned or overflowing elements inside this box.
    contain: 'content',
    '& img': { maxWidth: '100%' },
  },
})

/**
 * Rich text to read. Its pictures are loaded through the host; videos, audio and files elsewhere on the web are only
 * named.
 */
export function HtmlContent({ html }: { html: string }) {
  const styles = useStyles()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const content = cleanHtml(html)
    let isActive = true
    for (const image of content.querySelectorAll('img')) {
      const src = image.getAttribute(SOURCE) ?? ''
      image.alt ||= nameOf(src)
      image.title ||= src
      if (src === '' || isWeb(src)) continue
      call('media.image', { accessPath: src }).then(
        ({ data }) => {
          if (isActive && data.dataUrl) image.src = data.dataUrl
        },
        () => undefined,
      )
    }
    for (const media of content.querySelectorAll('video, audio')) {
      const src = media.getAttribute(SOURCE) ?? media.querySelector(`[${SOURCE}]`)?.getAttribute(SOURCE) ?? ''
      media.replaceWith(`[${media.tagName === 'AUDIO' ? '音频' : '视频'} ${nameOf(src)}]`)
    }
    root.current?.replaceChildren(content)
    return () => {
      isActive = false
    }
  }, [html])
  return <div ref={root} className={styles.root} />
}

/** An own instance, so that its hooks affect nothing else. */
const purify = createDOMPurify(window)

/** Attribute for the addresses of files: the page loads none itself, the host does. */
const SOURCE = 'data-src'

purify.addHook('afterSanitizeAttributes', (node) => {
  const tag = node.tagName.toLowerCase()
  const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]))
  const clean = cleanAttributes(tag, attributes)
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

/** Makes rich text safe for the page, whatever the server returned: nothing of it runs or loads. */
const cleanHtml = (html: string): DocumentFragment =>
  purify.sanitize(html, { ALLOWED_TAGS: [...HTML_TAGS], RETURN_DOM_FRAGMENT: true })
