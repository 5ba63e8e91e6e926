import { makeStyles, tokens } from '@fluentui/react-components'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { useNearView } from '#renderer/ui/viewers/useNearView.ts'
import { MediaThumb } from '#renderer/features/media/picker/MediaThumb.tsx'

const useStyles = makeStyles({
  root: {
    display: 'block',
    width: '100%',
    height: '100%',
    padding: 0,
    border: 'none',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground4,
    cursor: 'zoom-in',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
})

/** The thumbnail of a file, which opens its preview. Loaded when it comes near the view. */
export function PictureButton({ item, onOpen }: { item: LibraryItem; onOpen: () => void }) {
  const styles = useStyles()
  const { ref, seen } = useNearView()
  return (
    <button ref={ref} type="button" className={styles.root} aria-label={`预览 ${item.oldName}`} onClick={onOpen}>
      {seen && <MediaThumb kind={item.kind} src={item.accessPath} thumb={item.thumbPath} />}
    </button>
  )
}
