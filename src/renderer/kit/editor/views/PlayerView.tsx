import { mergeClasses } from '@fluentui/react-components'
import { MusicNote2Regular, VideoClipRegular } from '@fluentui/react-icons'
import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { nameOf } from '#renderer/kit/mediaPicker/items.ts'
import { textOf } from '../schema/read.ts'
import { useViewStyles } from './viewStyles.ts'

/** A film or sound of the text: its name; it plays on the page that shows it. */
export function PlayerView({ node, selected }: ReactNodeViewProps) {
  const styles = useViewStyles()
  const src = textOf(node.attrs, 'src')
  const sound = node.attrs.tag === 'audio'
  return (
    <NodeViewWrapper as="span" className={mergeClasses(styles.root, selected && styles.chosen)} data-drag-handle>
      <span className={mergeClasses(styles.frame, !sound && styles.film)} title={src}>
        <span className={styles.icon}>{sound ? <MusicNote2Regular /> : <VideoClipRegular />}</span>
        <span className={styles.name}>{src ? nameOf(src) : '没有地址的视频'}</span>
      </span>
    </NodeViewWrapper>
  )
}
