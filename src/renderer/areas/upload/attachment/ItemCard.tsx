import { makeStyles, tokens } from '@fluentui/react-components'
import { memo } from 'react'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { dragOut } from '#renderer/features/dragOut/dragOut.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { dimensions, toDragOut, type ItemActions, rowActions } from './actions.ts'
import { PictureButton } from './PictureButton.tsx'

const line = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const useStyles = makeStyles({
  picture: { height: '128px', padding: tokens.spacingHorizontalXXS },
  texts: { display: 'grid', padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS} 0`, minWidth: 0 },
  name: line,
  facts: { ...line, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', justifyContent: 'end', padding: tokens.spacingHorizontalXXS },
})

/** Content of a file's card. Memoized, so that selecting a card does not render the others again. */
export const ItemCard = memo(function ItemCard({ item, actions }: { item: LibraryItem; actions: ItemActions }) {
  const styles = useStyles()
  const facts = [dimensions(item) || item.createDate.slice(0, 10), item.fileSizeString].filter(Boolean).join(' · ')
  return (
    <div {...dragOut(() => toDragOut(item, actions))}>
      <div className={styles.picture}>
        <PictureButton item={item} onOpen={() => actions.preview(item)} />
      </div>
      <div className={styles.texts}>
        <span className={styles.name} title={item.oldName}>
          {item.oldName}
        </span>
        <span className={styles.facts} title={facts}>
          {facts}
        </span>
      </div>
      <div className={styles.actions}>
        <RowActions row={item.oldName} actions={rowActions(item, actions)} />
      </div>
    </div>
  )
})
