import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { type Column, COLUMN_SWITCHES, type ColumnSwitch } from '#shared/contract/column.ts'
import { columnRefusal, switchAction } from '#shared/domain/columnAccess.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import { SWITCH_TEXTS } from '#renderer/areas/column/text.ts'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
  texts: { display: 'grid' },
  hint: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  column: Column
  onClose: () => void
}

/** The twelve attribute switches (A·§2); each is saved as soon as it is turned (A·§4). */
export function SwitchesDialog({ column, onClose }: Props) {
  const styles = useStyles()
  const read = useRead('column.findById', { id: column.id }, { quiet: true })
  const turn = useWrite('column.updateSwitch')
  const who = useSession()
  return (
    <PanelDialog title={`编辑属性“${column.title}”`} size="small" onClose={onClose}>
      {read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <LoadingState />}
      {read.data && !read.error && (
        <ul className={styles.list} aria-label="属性">
          {COLUMN_SWITCHES.map((name) => (
            <SwitchItem
              key={name}
              name={name}
              checked={read.data[name]}
              refusal={who ? columnRefusal(who, read.data, switchAction(name)) : '请先登录'}
              change={(value) => turn.mutateAsync({ id: column.id, menuSwitchEnum: name, value })}
            />
          ))}
        </ul>
      )}
    </PanelDialog>
  )
}

interface ItemProps {
  name: ColumnSwitch
  checked: boolean
  /** Why the person may not turn it; null when they may. */
  refusal: string | null
  change: (value: boolean) => Promise<unknown>
}

function SwitchItem({ name, checked, refusal, change }: ItemProps) {
  const styles = useStyles()
  const { title, hint } = SWITCH_TEXTS[name]
  return (
    <li className={styles.item}>
      <span className={styles.texts}>
        <Text>{title}</Text>
        <Text size={200} className={styles.hint}>
          {hint}
        </Text>
      </span>
      <SwitchCell
        checked={checked}
        label={title}
        {...(refusal === null ? {} : { disabled: true, disabledReason: refusal })}
        change={change}
      />
    </li>
  )
}
