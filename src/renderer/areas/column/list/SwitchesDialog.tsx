import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { type Column, COLUMN_SWITCHES, type ColumnSwitch } from '#shared/contract/column.ts'
import { columnRefusal, switchAction } from '#shared/domain/columnAccess.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'

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

/** The twelve attribute switches (A·§2); each change is saved at once (A·§4). */
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
  /** Why the account may not change the switch; null when it may. */
  refusal: string | null
  change: (value: boolean) => Promise<unknown>
}

/** Titles and explanations of the attribute switches, in the order of A·§2. */
export const SWITCH_TEXTS: Record<ColumnSwitch, { title: string; hint: string }> = {
  allowAddChild: { title: '允许新增下级', hint: '关闭后，无法在该栏目下新增栏目' },
  allowUpdate: { title: '允许修改', hint: '关闭后，无法编辑该栏目或更改其显示状态' },
  allowDelete: { title: '允许删除', hint: '关闭后，无法删除该栏目' },
  allowCascadeDelete: { title: '允许级联删除', hint: '开启后，删除该栏目时一并删除下级栏目' },
  allowSort: { title: '允许排序', hint: '关闭后，无法更改该栏目的排序值' },
  isChildMenu: { title: '作为子菜单', hint: '在后台导航中作为上级栏目的子菜单' },
  isSystemMenu: { title: '系统菜单', hint: '标记为系统自带的菜单' },
  showCrumbs: { title: '显示在面包屑', hint: '在前台页面的“当前位置”中显示该栏目' },
  showLoop: { title: '参与循环', hint: '模板循环输出栏目时包含该栏目' },
  showFront: { title: '前台显示', hint: '在前台网站中显示该栏目' },
  showManage: { title: '后台显示', hint: '在后台导航中显示该栏目' },
  targetBlank: { title: '新窗口打开', hint: '访客点击时在新窗口打开' },
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
