import { makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import { call } from '#renderer/data/client.ts'
import { CONTENT_BASE, CONTENT_BLOCK } from '#shared/domain/contentLook.ts'
import { CONTENT_RULES } from '#renderer/features/richText/contentRules.ts'
import { isWeb, nameOf } from '#renderer/features/media/picker/items.ts'
import { cleanHtml, SOURCE } from './cleanHtml.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const useStyles = makeStyles({
  // Content keeps its own colours, so it stands on white in dark theme too.
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
    // Whatever the content's styles say, it stays in its place.
    contain: 'content',
    '& img': { maxWidth: '100%' },
  },
})

/** Rich text to read. Its pictures come through the host; films, sounds and files of the web are named. */
export function HtmlView({ html }: { html: string }) {
  const styles = useStyles()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const content = cleanHtml(html)
    let wanted = true
    for (const image of content.querySelectorAll('img')) {
      const src = image.getAttribute(SOURCE) ?? ''
      image.alt ||= nameOf(src)
      image.title ||= src
      if (src === '' || isWeb(src)) continue
      call('media.image', { accessPath: src }).then(
        ({ data }) => {
          if (wanted && data.dataUrl) image.src = data.dataUrl
        },
        () => undefined,
      )
    }
    for (const film of content.querySelectorAll('video, audio')) {
      const src = film.getAttribute(SOURCE) ?? film.querySelector(`[${SOURCE}]`)?.getAttribute(SOURCE) ?? ''
      film.replaceWith(`[${film.tagName === 'AUDIO' ? '音频' : '视频'} ${nameOf(src)}]`)
    }
    root.current?.replaceChildren(content)
    return () => {
      wanted = false
    }
  }, [html])
  return <div ref={root} className={styles.root} />
}
