import { Button, mergeClasses } from '@fluentui/react-components'
import { GlobeRegular, ImageOffRegular, ImageRegular } from '@fluentui/react-icons'
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import type { Node } from '@tiptap/pm/model'
import { useRead } from '#renderer/data/useRead.ts'
import { isWeb, nameOf } from '#renderer/features/media/picker/items.ts'
import { withWidth } from '../insert.ts'
import { htmlOf, numberOf, textOf, withoutSize } from '../schema/read.ts'
import { pendingState } from '../uploads/pending.ts'
import { PendingImage } from '../uploads/PendingImage.tsx'
import { AltPrompt } from './AltPrompt.tsx'
import { splitPlacement } from './splitPlacement.ts'
import { useViewStyles } from './viewStyles.ts'
import { WidthHandle } from './WidthHandle.tsx'

interface ImageAttributes {
  src: string
  alt: string
  style: string
  width: string
  height: string
  pending: number
}

const attributesOf = ({ attrs }: Node): ImageAttributes => ({
  src: textOf(attrs, 'src'),
  alt: textOf(attrs, 'alt'),
  style: textOf(attrs, 'style'),
  width: htmlOf(attrs).width ?? '',
  height: htmlOf(attrs).height ?? '',
  pending: numberOf(attrs, 'pending'),
})

/**
 * A picture in the editor. Those of the connected server are loaded through the host; for pictures elsewhere on the
 * web, which the CSP forbids, the address is shown.
 */
export function ImageNodeView({ node, selected, editor, updateAttributes, deleteNode }: ReactNodeViewProps) {
  const styles = useViewStyles()
  const { src, alt, style, width, height, pending } = attributesOf(node)
  const web = isWeb(src) || src.startsWith('//')
  const read = useRead('media.image', { accessPath: src }, { enabled: src !== '' && !web, quiet: true })
  const dataUrl = read.data?.dataUrl
  const { around, own } = splitPlacement(style, width)
  const missing = src === '' || read.error !== null || dataUrl === ''
  return (
    <NodeViewWrapper
      as="span"
      className={mergeClasses(styles.root, selected && styles.chosen)}
      style={dataUrl ? around : {}}
      data-drag-handle
    >
      {pending > 0 && (!src || pendingState(pending)?.step === 'waiting') ? (
        <PendingImage number={pending} onDelete={editor.isEditable ? deleteNode : undefined} />
      ) : dataUrl ? (
        <img
          ref={(element) => element?.setAttribute('style', own)}
          src={dataUrl}
          alt={alt}
          {...(width && !around.width ? { width } : {})}
          {...(height ? { height } : {})}
          draggable={false}
        />
      ) : (
        <span className={styles.frame} title={src}>
          <span className={styles.icon}>
            {web ? <GlobeRegular /> : missing ? <ImageOffRegular /> : <ImageRegular />}
          </span>
          <span className={styles.name}>
            {web
              ? `网络图片（发布后显示）：${src}`
              : read.error
                ? `图片加载失败（${read.error.message}）：${src}`
                : missing
                  ? `图片不存在：${src}`
                  : alt || nameOf(src)}
          </span>
          {read.error && (
            <Button size="small" className={styles.button} onClick={() => void read.refetch()}>
              重新加载
            </Button>
          )}
        </span>
      )}
      {node.attrs.asks === true && alt === '' && dataUrl && editor.isEditable && (
        <AltPrompt onAnswer={(alt) => updateAttributes({ alt, asks: false })} />
      )}
      {selected && dataUrl && editor.isEditable && (
        <WidthHandle
          onWidth={(px) =>
            updateAttributes({ style: withWidth(style, `${px}px`), html: withoutSize(htmlOf(node.attrs)) })
          }
        />
      )}
    </NodeViewWrapper>
  )
}
