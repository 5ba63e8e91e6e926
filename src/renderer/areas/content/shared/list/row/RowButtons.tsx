import { makeStyles } from '@fluentui/react-components'
import { DeleteRegular, EditRegular } from '@fluentui/react-icons'
import type { ContentEntry } from '#shared/contract/content.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { titleOf } from '../columns.tsx'
import { may, type Place } from '../listColumn.ts'
import type { RowCommands } from './commands.ts'
import { MoreMenu } from './MoreMenu.tsx'

const useStyles = makeStyles({ root: { display: 'inline-flex', alignItems: 'center' } })

interface Props {
  entry: ContentEntry
  place: Place
  commands: RowCommands
}

/** B·§2 row actions: edit, delete, and more; what the account may not do is not there. */
export function RowButtons({ entry, place, commands }: Props) {
  const styles = useStyles()
  const edit = { title: '编辑', icon: EditRegular, run: () => commands.edit(entry) }
  const remove = { title: '删除', icon: DeleteRegular, run: () => commands.remove(entry) }
  return (
    <div className={styles.root}>
      <RowActions
        row={titleOf(place.column, entry)}
        actions={[...(may(place, 'edit') ? [edit] : []), ...(may(place, 'remove') ? [remove] : [])]}
      />
      <MoreMenu entry={entry} place={place} commands={commands} />
    </div>
  )
}
