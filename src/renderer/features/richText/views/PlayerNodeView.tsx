import { Button, mergeClasses } from '@fluentui/react-components'
import { GlobeRegular, MusicNote2Regular, VideoClipRegular, VideoOffRegular } from '@fluentui/react-icons'
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { isWeb, nameOf } from '#renderer/features/media/picker/items.ts'
import { withWidth } from '../insert.ts'
import { htmlOf, textOf, withoutSize } from '../schema/read.ts'
import { splitPlacement } from './splitPlacement.ts'
import { useViewStyles } from './viewStyles.ts'
import { WidthHandle } from './WidthHandle.tsx'

const isElsewhere = (src: string): boolean => isWeb(src) || src.startsWith('//')

/**
 * A video or audio element in the editor, playable as on the page; its name below is the drag handle. Media of the
 * connected server are loaded through the host; for others, which the CSP forbids, the address is shown.
 */
export function PlayerNodeView({ node, selected, editor, updateAttributes }: ReactNodeViewProps) {
  const styles = useViewStyles()
  const src = textOf(node.attrs, 'src')
  const poster = textOf(node.attrs, 'poster')
  const style = textOf(node.attrs, 'style')
  const { width, height } = htmlOf(node.attrs)
  const { around, own } = splitPlacement(style, width ?? '')
  const isSound = node.attrs.tag === 'audio'
  const web = isElsewhere(src)
  const media = useRead('media.open', { accessPath: src }, { enabled: src !== '' && !web, quiet: true })
  const cover = useRead(
    'media.image',
    { accessPath: poster },
    { enabled: poster !== '' && !isElsewhere(poster), quiet: true },
  )
  const [failed, setFailed] = useState(false)
  const retry = (): void => {
    setFailed(false)
    void media.refetch()
  }
  const broken = failed || media.error !== null
  const href = broken ? undefined : media.data?.href
  const kind = isSound ? '音频' : '视频'
  const name = src === '' ? `${kind}（无地址）` : nameOf(src)
  const common = {
    ref: (element: HTMLElement | null) => element?.setAttribute('style', own),
    src: href,
    'aria-label': name,
    controls: true,
    preload: 'metadata',
    onError: () => setFailed(true),
    ...(width && !around.width ? { width } : {}),
    ...(height ? { height } : {}),
  } as const
  return (
    <NodeViewWrapper
      as="span"
      className={mergeClasses(styles.root, selected && styles.chosen)}
      style={href ? around : {}}
      data-drag-handle
    >
      {href && isSound && (
        <audio {...common}>
          <track kind="captions" />
        </audio>
      )}
      {href && !isSound && (
        <video {...common} poster={cover.data?.dataUrl || undefined}>
          <track kind="captions" />
        </video>
      )}
      <span className={mergeClasses(styles.frame, href ? styles.caption : !isSound && styles.film)} title={src}>
        <span className={styles.icon}>
          {web ? (
            <GlobeRegular />
          ) : broken ? (
            <VideoOffRegular />
          ) : isSound ? (
            <MusicNote2Regular />
          ) : (
            <VideoClipRegular />
          )}
        </span>
        <span className={styles.name}>
          {web
            ? `网络${kind}（发布后播放）：${src}`
            : broken
              ? `${kind}加载失败，文件可能已被删除，或格式不受支持：${name}`
              : name}
        </span>
        {broken && (
          <Button size="small" className={styles.button} onClick={retry}>
            重新加载
          </Button>
        )}
      </span>
      {selected && href && !isSound && editor.isEditable && (
        <WidthHandle
          onWidth={(px) =>
            updateAttributes({ style: withWidth(style, `${px}px`), html: withoutSize(htmlOf(node.attrs)) })
          }
        />
      )}
    </NodeViewWrapper>
  )
}
